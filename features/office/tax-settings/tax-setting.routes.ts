// Serves the dated settings of the papers for the tax office.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './tax-setting.commands.ts'
import { listTaxSettings, setTaxSetting } from './tax-setting.contract.ts'

export function taxSettingRoutes(app: FastifyInstance): void {
  const { services } = app
  route(app, listTaxSettings, async caller => ({ data: await commands.taxSettings(services, caller) }))
  route(app, setTaxSetting, async ({ body, ...caller }) => ({
    data: await commands.setTaxSetting(services, caller, body),
    message: 'Saved',
  }))
}
