// Loaded before the programs of the sources (`node --import`, package.json): ends at once, with a sentence, on a machine that
// lacks something.
import { missingOn, thisMachine } from './machine.js'

const missing = missingOn(thisMachine())
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}
