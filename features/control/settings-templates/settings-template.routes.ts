// Serves settings templates, whom they reach, and the exceptions of chargers.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { recordRoutes } from '#platform/records/routes.ts'
import * as exceptionCommands from './settings-exception.commands.ts'
import {
  createSettingsException,
  deleteSettingsException,
  listSettingsExceptions,
} from './settings-exception.contract.ts'
import * as exceptions from './settings-exception.store.ts'
import * as commands from './settings-template.commands.ts'
import {
  createSettingsTemplate,
  deleteSettingsTemplate,
  getSettingsPlaces,
  getSettingsTemplate,
  getTemplateReach,
  listSettingsTemplates,
  updateSettingsTemplate,
} from './settings-template.contract.ts'
import * as store from './settings-template.store.ts'

export function settingsTemplateRoutes(app: FastifyInstance): void {
  const { db } = app.services
  recordRoutes(app, 'Settings template', {
    list: [listSettingsTemplates, store.reply],
    read: [getSettingsTemplate, commands.readTemplate],
    create: [createSettingsTemplate, commands.createTemplate],
    update: [updateSettingsTemplate, commands.updateTemplate],
    remove: [deleteSettingsTemplate, commands.removeTemplate, template_id => ({ template_id })],
  })
  route(app, getTemplateReach, async ({ params: { templateId }, scope }) => {
    found(await store.get(db, scope, templateId), commands.MISSING)
    return { data: await store.reach(db, templateId) }
  })
  route(app, getSettingsPlaces, async ({ scope }) => ({ data: await store.places(db, scope) }))
  recordRoutes(app, 'Exception', {
    list: [listSettingsExceptions, exceptions.reply],
    create: [createSettingsException, exceptionCommands.createException],
    remove: [deleteSettingsException, exceptionCommands.removeException, exception_id => ({ exception_id })],
  })
}
