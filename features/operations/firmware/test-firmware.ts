// Bodies of firmware files and campaigns for tests.
import { createHash } from 'node:crypto'

export const firmwareBody = (version: string, more: object = {}) => ({
  version,
  vendor: 'Maker',
  model: 'One',
  source: 'Address',
  location: `https://files.example/${version}.bin`,
  sha256: createHash('sha256').update(version).digest('hex'),
  ...more,
})

export const campaignBody = (firmware_id: number, more: object = {}) => ({
  name: 'Spring',
  firmware_id,
  choice: {},
  waves: [],
  window: null,
  at_once: 10,
  wave_percent: 100,
  stop_percent: 50,
  waits_for_sessions: true,
  retries: 0,
  step_minutes: 60,
  give_up_hours: 24,
  ...more,
})
