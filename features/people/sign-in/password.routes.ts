// New passwords: the code by mail, the reset with it, the change while signed in.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { accessChanged } from '#platform/access/access.ts'
import * as commands from './password.commands.ts'
import { changePassword, requestReset, resetPassword } from './password.contract.ts'

export function passwordRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, requestReset, async ({ body, request }) => {
    await commands.requestReset(services, body.username, request.ip)
    return { message: 'OTP has been sent to your registered email', data: {} }
  })

  route(app, resetPassword, async ({ body, request }) => {
    await commands.resetPassword(services, body, request.ip)
    return { message: 'Password reset successfully', data: {} }
  })

  route(app, changePassword, async ({ who, by, body, reply }) => {
    const access_token = await commands.changePassword(services, { who, by }, body)
    // Other browsers of the user are told only after the browser that changed the password has its fresh token.
    reply.raw.once('close', () => {
      accessChanged(services, [who.userId]).catch(error =>
        services.log.error({ err: error }, 'A change could not be told'),
      )
    })
    return { message: 'Password updated successfully', data: { access_token } }
  })
}
