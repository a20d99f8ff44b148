// The value of a sampled value in Wh and W, read from its digits.
import { expect, test } from 'vitest'
import { readingOf } from './meter.rules.ts'

test.each([
  ['1.0005', 'kWh', 1001],
  ['1.0004', 'kWh', 1000],
  ['4.0355', 'kWh', 4036],
  ['12e-1', 'kWh', 1200],
  ['.5', 'kWh', 500],
  ['1000.5', 'Wh', 1001],
  [' 7 ', undefined, 7],
  ['0.0025', 'MWh', 2500],
  ['0.0025', 'MWH', 2500],
  ['2e-6', 'GWh', 2000],
  ['4', 'KWH', 4000],
  ['4', 'kwh', 4000],
  ['4', ' kWh ', 4000],
  ['4', 'mWh', undefined],
  ['4', 'kW', undefined],
  ['4', 'J', undefined],
  ['4', 'furlong', undefined],
  ['', 'kWh', undefined],
  ['1e20', 'Wh', undefined],
  ['1e999', 'Wh', undefined],
  ['0x10', 'Wh', undefined],
])('the register %j %s is %s Wh', (value, unit, wh) => {
  expect(readingOf([{ value, ...(unit && { unit }) }]).energyWh).toBe(wh)
})

test.each([
  ['0', 0],
  ['57.5', 57.5],
  ['100', 100],
  ['100.1', undefined],
  ['101', undefined],
  ['255', undefined],
])('a state of charge of %s %% reads %s: above 100 the value is noise', (value, percent) => {
  expect(readingOf([{ measurand: 'SoC', value }]).socPercent).toBe(percent)
})
