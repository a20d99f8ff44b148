// The arguments of `npm start`, and the help text that lists them.

/** The arguments of the start, each with what it does. */
export const ARGUMENTS: Readonly<Record<string, string>> = {
  '--demo': 'fills an empty database with the demo network, one of your own (DATABASE_URL) too',
  '--no-demo': 'starts the embedded database empty',
  '--demo-resets': 'makes the demo network anew each night',
  '--version': 'prints the version',
  '--help': 'prints this page',
}

const WIDTH = Math.max(...Object.keys(ARGUMENTS).map(name => name.length))

export const START_USAGE = `Usage: npm start -- [ARGUMENTS]

${Object.entries(ARGUMENTS)
  .map(([name, text]) => `  ${name.padEnd(WIDTH)}  ${text}`)
  .join('\n')}

Settings are read from the environment: PORT and HOST (8080, 127.0.0.1), WATTDESK_DATA (the folder of the
embedded database, ./data), DATABASE_URL (a PostgreSQL of your own), WATTDESK_MODE (test or live) and others,
listed in docs/operating.md.`
