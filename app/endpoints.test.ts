// Every endpoint against everybody: the right it asks for stands in this table, and nobody gets past it. A new endpoint
// without a row here fails.

import { type Can, FEATURES, type Feature } from '@wattdesk/base/access'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { templateBody } from '#control/settings-templates/test-settings.ts'
import { reportBody } from '#desk/scheduled-reports/test-reports.ts'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import { vehicleBody } from '#drivers/vehicles/test-vehicle.ts'
import { fixedBody } from '#money/price-groups/test-price-group.ts'
import { campaignBody, firmwareBody } from '#operations/firmware/test-firmware.ts'
import { accessBy, apiKeyBody, everyRight, makeKey } from '#people/api-keys/test-api-key.ts'
import { webhookBody } from '#people/webhooks/test-webhook.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'

/** Method and path of every endpoint, and what it asks of its caller. */
const IMPORT_RIGHTS: Can = [
  'ChargingSite.create',
  'PriceGroup.create',
  'ChargerPoint.create',
  'Customers.create',
  'Vehicle.create',
  'Tag.create',
]
const TABLE: Record<string, Can> = {
  'POST /auth/login': 'anyone',
  'POST /auth/resetpwdrequest': 'anyone',
  'POST /auth/resetpwd': 'anyone',
  'POST /auth/changepwd': 'signed in',
  'POST /auth/register': 'anyone',
  'POST /auth/logout': 'signed in',
  'POST /auth/sso/begin': 'anyone',
  'POST /auth/sso/finish': 'anyone',
  'POST /auth/sso/prove': 'signed in',
  'POST /auth/sso/proven': 'signed in',
  'GET /cms/v1/profile/browsers': 'signed in',
  'POST /cms/v1/profile/browsers/{browserId}/end': 'signed in',
  'POST /cms/v1/profile/browsers/{browserId}/distrust': 'signed in',
  'POST /cms/v1/profile/browsers/end-others': 'signed in',
  'POST /auth/second-factor': 'anyone',
  'POST /auth/second-factor/passkey': 'anyone',
  'POST /auth/second-factor/set-up': 'anyone',
  'POST /auth/second-factor/set-up/end': 'anyone',
  'POST /auth/passkey/begin': 'anyone',
  'POST /auth/passkey': 'anyone',
  'POST /auth/proof/begin': 'signed in',
  'POST /auth/proof': 'signed in',
  'GET /cms/v1/profile/second-factor': 'signed in',
  'POST /cms/v1/profile/second-factor/app': 'signed in',
  'POST /cms/v1/profile/second-factor/app/end': 'signed in',
  'POST /cms/v1/profile/second-factor/passkey': 'signed in',
  'POST /cms/v1/profile/second-factor/passkey/end': 'signed in',
  'PUT /cms/v1/profile/second-factor/{factorId}': 'signed in',
  'DELETE /cms/v1/profile/second-factor/{factorId}': 'signed in',
  'POST /cms/v1/profile/second-factor/recovery-codes': 'signed in',
  'GET /cms/v1/user/{userId}/second-factor': 'Users.view',
  'POST /cms/v1/user/{userId}/second-factor/reset': 'Users.update',
  'GET /cms/v1/caller': 'signed in',
  'GET /cms/v1/profile': 'signed in',
  'PUT /cms/v1/user': 'signed in',
  'GET /dev/outbox': 'anyone',
  'GET /cms/v1/razorpay-transactions/razorpay/refunds/payment/{paymentId}': ['Transaction.view', 'Refund.view'],
  'POST /cms/v1/team/{teamId}/refused-refund/{refusedRefundId}': 'Finance.full',
  'GET /cms/v1/team/{teamId}/transaction/{id}/money': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/transaction/{id}/bill': 'Transaction.view',
  // Demands a finance admin as well: bill-correction.test.ts.
  'POST /cms/v1/team/{teamId}/transaction/{id}/bill/preview': 'Transaction.full',
  'POST /cms/v1/team/{teamId}/transaction/{id}/bill': 'Transaction.full',
  'GET /cms/v1/team/{teamId}/transaction/{id}/invoice': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/transaction/{id}/invoice/pdf': 'Transaction.view',
  'POST /cms/v1/team/{teamId}/transaction/{id}/invoice/mail': 'Transaction.view',
  // The installation's key: upi-status.test.ts.
  'GET /cms/v1/upi/status/{id}': 'anyone',
  'GET /public/v1/config': 'anyone',
  'GET /cms/v1/team/{teamId}/reconciliation': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/settings': 'Finance.view',
  'POST /cms/v1/team/{teamId}/tax/settings': 'Finance.update',
  'GET /cms/v1/team/{teamId}/tax/vouchers': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/voucher/{voucherId}': ['Finance.view', 'Transaction.view'],
  'GET /cms/v1/team/{teamId}/tax/voucher/{voucherId}/pdf': ['Finance.view', 'Transaction.view'],
  'GET /cms/v1/team/{teamId}/tax/e-invoices': 'Finance.view',
  'POST /cms/v1/team/{teamId}/tax/e-invoice/{eInvoiceId}/register': 'Finance.update',
  'POST /cms/v1/team/{teamId}/tax/e-invoice/{eInvoiceId}/cancel': 'Finance.full',
  'GET /cms/v1/team/{teamId}/tax/e-invoice-accounts': 'Finance.view',
  'PUT /cms/v1/team/{teamId}/tax/e-invoice-accounts': 'Finance.full',
  'DELETE /cms/v1/team/{teamId}/tax/e-invoice-accounts/{gstin}': 'Finance.full',
  'GET /cms/v1/team/{teamId}/tax/commission-invoices': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/commission-invoice/{documentId}': ['Finance.view', 'Transaction.view', 'Team.view'],
  'GET /cms/v1/team/{teamId}/tax/commission-invoice/{documentId}/pdf': [
    'Finance.view',
    'Transaction.view',
    'Team.view',
  ],
  'GET /cms/v1/team/{teamId}/tax/collected': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/certificate/{quarter}': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/certificate/{quarter}/pdf': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/exports': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/exports/gstr-1': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/exports/gstr-8': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/exports/26q': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/exports/tally-sales': 'Finance.view',
  'GET /cms/v1/team/{teamId}/tax/exports/tally-payouts': 'Finance.view',
  'GET /cms/v1/team/{teamId}/reconciliation/accounts': 'Finance.view',
  'GET /cms/v1/team/{teamId}/reconciliation/account/{accountId}/entries': 'Finance.view',
  'GET /cms/v1/team/{teamId}/reconciliation/open/{kind}': 'Finance.view',
  'GET /cms/v1/team/{teamId}/reconciliation/month': 'Finance.view',
  'POST /cms/v1/team/{teamId}/reconciliation/month/close': 'Finance.full',
  'POST /cms/v1/team/{teamId}/reconciliation/month/reopen': 'Finance.full',
  'GET /cms/v1/team/{teamId}/tax/deliveries': 'Finance.view',
  'GET /cms/v1/team/{teamId}/reconciliation/payouts': 'Finance.view',
  'GET /cms/v1/team/{teamId}/reconciliation/provider': 'Finance.view',
  'GET /cms/v1/team/{teamId}/reconciliation/register': 'Finance.view',
  'GET /cms/v1/team/{teamId}/reconciliation/register/summary': 'Finance.view',
  'GET /cms/v1/refund': 'Refund.view',
  'GET /cms/v1/refund/{id}': 'Refund.view',
  'GET /cms/v1/refund-requests': 'Refund.view',
  'GET /cms/v1/refund/payment/{paymentId}': 'Refund.view',
  'POST /cms/v1/refund/payment/{paymentId}': ['Refund.create', 'Refund.update'],
  'POST /cms/v1/refund': ['Refund.create', 'Refund.update'],
  'GET /cms/v1/team/{teamId}/payouts': ['Transaction.view', 'Team.view'],
  'GET /cms/v1/team/{teamId}/teamPayout/{year}/{month}': ['Transaction.view', 'Team.view'],
  'GET /cms/v1/team/{teamId}/teamPayout/{year}/{month}/pdf': ['Transaction.view', 'Team.view'],
  'POST /cms/v1/team/{teamId}/teamPayout/{year}/{month}': 'Finance.full',
  'GET /cms/v1/team/{teamId}/payout/{payoutId}': ['Transaction.view', 'Team.view'],
  'GET /cms/v1/team/{teamId}/payout/{payoutId}/pdf': ['Transaction.view', 'Team.view'],
  'POST /cms/v1/team/{teamId}/payout/{payoutId}/mail': ['Transaction.view', 'Team.view'],
  'PATCH /cms/v1/team/{teamId}/payout/{payoutId}/status': 'Finance.full',
  'GET /cms/v1/team/{teamId}/payout/{payoutId}/sessions': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/report': 'Report.view',
  'GET /cms/v1/team/{teamId}/report/chargers': 'Report.view',
  'GET /cms/v1/team/{teamId}/audit': 'Team.full',
  // By people alone: api-keys.test.ts.
  'GET /cms/v1/team/{teamId}/api-keys': 'Integration.view',
  'GET /cms/v1/api-keys/{apiKeyId}': 'Integration.view',
  'POST /cms/v1/team/{teamId}/api-keys': 'Integration.create',
  'PUT /cms/v1/api-keys/{apiKeyId}': 'Integration.update',
  'POST /cms/v1/api-keys/{apiKeyId}/rotation': 'Integration.update',
  'POST /cms/v1/api-keys/{apiKeyId}/keeper': 'Integration.update',
  'DELETE /cms/v1/api-keys/{apiKeyId}': 'Integration.delete',
  'GET /cms/v1/team/{teamId}/webhooks': 'Integration.view',
  'GET /cms/v1/webhook-events': 'Integration.view',
  'GET /cms/v1/webhooks/{webhookId}': 'Integration.view',
  'GET /cms/v1/webhooks/{webhookId}/deliveries': 'Integration.view',
  'GET /cms/v1/webhooks/{webhookId}/deliveries/{deliveryId}': 'Integration.view',
  'POST /cms/v1/team/{teamId}/webhooks': 'Integration.create',
  'PUT /cms/v1/webhooks/{webhookId}': 'Integration.update',
  'POST /cms/v1/webhooks/{webhookId}/secret': 'Integration.update',
  'POST /cms/v1/webhooks/{webhookId}/owner': 'Integration.update',
  'POST /cms/v1/webhooks/{webhookId}/test': 'Integration.update',
  'POST /cms/v1/webhooks/{webhookId}/again': 'Integration.update',
  'POST /cms/v1/webhooks/{webhookId}/deliveries/{deliveryId}/again': 'Integration.update',
  'DELETE /cms/v1/webhooks/{webhookId}': 'Integration.delete',
  'GET /cms/v1/alert-kinds': 'Alert.view',
  'GET /cms/v1/team/{teamId}/alert-rules': 'Alert.view',
  'POST /cms/v1/team/{teamId}/alert-rules/trial': 'Alert.view',
  'GET /cms/v1/alert-rules/{alertRuleId}': 'Alert.view',
  'POST /cms/v1/team/{teamId}/alert-rules': 'Alert.create',
  'PUT /cms/v1/alert-rules/{alertRuleId}': 'Alert.update',
  'DELETE /cms/v1/alert-rules/{alertRuleId}': 'Alert.delete',
  'GET /cms/v1/team/{teamId}/alerts': 'Alert.view',
  'GET /cms/v1/team/{teamId}/alerts/coming-back': 'Alert.view',
  'GET /cms/v1/alerts/{alertId}': 'Alert.view',
  'POST /cms/v1/team/{teamId}/alerts/acknowledge': 'Alert.update',
  'POST /cms/v1/team/{teamId}/alerts/assign': 'Alert.update',
  'POST /cms/v1/team/{teamId}/alerts/comment': 'Alert.update',
  'POST /cms/v1/team/{teamId}/alerts/close': 'Alert.update',
  'GET /cms/v1/alerts/{alertId}/messages': 'Alert.view',
  'GET /cms/v1/team/{teamId}/alert-people': 'Alert.view',
  'GET /cms/v1/team/{teamId}/alert-roles': 'Alert.view',
  'POST /cms/v1/team/{teamId}/alert-rules/preview': 'Alert.view',
  'POST /cms/v1/alert-rules/{alertRuleId}/test': 'Alert.update',
  'GET /cms/v1/alert-rules/{alertRuleId}/webhook-secret': 'Alert.update',
  'POST /cms/v1/alert-rules/{alertRuleId}/webhook-secret': 'Alert.update',
  'GET /cms/v1/alert-choices': 'signed in',
  'PUT /cms/v1/alert-choices': 'signed in',
  'POST /cms/v1/push-browsers': 'signed in',
  'DELETE /cms/v1/push-browsers/{id}': 'signed in',
  'GET /cms/v1/bell': 'signed in',
  'POST /cms/v1/bell/read': 'signed in',
  'GET /public/v1/alert-mails': 'anyone',
  'POST /public/v1/alert-mails/stop': 'anyone',
  'POST /public/v1/alert-mails/start': 'anyone',
  'POST /public/v1/alert-mails/one-click': 'anyone',
  'GET /public/v1/report-mails': 'anyone',
  'POST /public/v1/report-mails/stop': 'anyone',
  'POST /public/v1/report-mails/start': 'anyone',
  'POST /public/v1/report-mails/one-click': 'anyone',
  'GET /cms/v1/team/{teamId}/maintenance': 'ChargerPoint.view',
  'GET /cms/v1/maintenance/{maintenanceId}': 'ChargerPoint.view',
  'GET /cms/v1/maintenance/{maintenanceId}/chargers': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/maintenance': 'ChargerPoint.view',
  'POST /cms/v1/team/{teamId}/maintenance': 'ChargerPoint.update',
  'PUT /cms/v1/maintenance/{maintenanceId}': 'ChargerPoint.update',
  'POST /cms/v1/maintenance/{maintenanceId}/cancel': 'ChargerPoint.update',
  'POST /cms/v1/maintenance/{maintenanceId}/end': 'ChargerPoint.update',
  'POST /cms/v1/maintenance/{maintenanceId}/correct': 'ChargerPoint.update',
  'POST /cms/v1/maintenance/{maintenanceId}/tell-again': 'ChargerPoint.update',
  'GET /cms/v1/team/{teamId}/firmware': 'Campaign.view',
  'GET /cms/v1/firmware/{firmwareId}': 'Campaign.view',
  'POST /cms/v1/team/{teamId}/firmware': 'Campaign.create',
  'PUT /cms/v1/firmware/{firmwareId}': 'Campaign.update',
  'DELETE /cms/v1/firmware/{firmwareId}': 'Campaign.delete',
  'POST /cms/v1/team/{teamId}/firmware-uploads': 'Campaign.create',
  'GET /cms/v1/team/{teamId}/firmware-versions': 'Campaign.view',
  'GET /cms/v1/team/{teamId}/settings-templates': 'Campaign.view',
  'GET /cms/v1/settings-templates/{templateId}': 'Campaign.view',
  'GET /cms/v1/settings-templates/{templateId}/reach': 'Campaign.view',
  'GET /cms/v1/team/{teamId}/settings-places': 'Campaign.view',
  'POST /cms/v1/team/{teamId}/settings-templates': 'Campaign.create',
  'PUT /cms/v1/settings-templates/{templateId}': 'Campaign.update',
  'DELETE /cms/v1/settings-templates/{templateId}': 'Campaign.delete',
  'GET /cms/v1/team/{teamId}/settings-exceptions': 'Campaign.view',
  'POST /cms/v1/team/{teamId}/settings-exceptions': 'Campaign.update',
  'DELETE /cms/v1/settings-exceptions/{exceptionId}': 'Campaign.update',
  'GET /cms/v1/team/{teamId}/settings-drift': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/campaigns': 'Campaign.view',
  'GET /cms/v1/campaigns/{campaignId}': 'Campaign.view',
  'GET /cms/v1/campaigns/{campaignId}/progress': 'Campaign.view',
  'GET /cms/v1/campaigns/{campaignId}/chargers': 'Campaign.view',
  'GET /cms/v1/campaigns/{campaignId}/chargers/{chargepointPk}': 'Campaign.view',
  'POST /cms/v1/team/{teamId}/campaigns': 'Campaign.create',
  'POST /cms/v1/team/{teamId}/campaigns/count': 'Campaign.view',
  'PUT /cms/v1/campaigns/{campaignId}': 'Campaign.update',
  'DELETE /cms/v1/campaigns/{campaignId}': 'Campaign.delete',
  'POST /cms/v1/campaigns/{campaignId}/start': 'Campaign.update',
  'POST /cms/v1/campaigns/{campaignId}/pause': 'Campaign.update',
  'POST /cms/v1/campaigns/{campaignId}/resume': 'Campaign.update',
  'POST /cms/v1/campaigns/{campaignId}/cancel': 'Campaign.update',
  'POST /cms/v1/campaigns/{campaignId}/roll-back': 'Campaign.update',
  'GET /cms/v1/team/{teamId}/teams': 'Team.view',
  'GET /cms/v1/team/{teamId}': 'Team.view',
  'GET /cms/v1/team/{teamId}/teamchoices': 'team role',
  'GET /cms/v1/team/{teamId}/supplier': 'team role',
  'GET /cms/v1/team/{teamId}/registrations': 'Finance.view',
  'POST /cms/v1/team/{teamId}/registrations': 'Finance.full',
  'POST /cms/v1/team/{teamId}/registrations/{registrationId}/end': 'Finance.full',
  'POST /cms/v1/team': 'Team.create',
  'PUT /cms/v1/team/{teamId}': ['Team.update', 'Finance.full'],
  'DELETE /cms/v1/team/{teamId}': 'Team.delete',
  'GET /cms/v1/team/settlementpercentage': 'Team.view',
  // A new price group takes them over.
  'GET /cms/v1/team/{teamId}/paymentDetails': ['Team.view', 'PriceGroup.view'],
  'GET /cms/v1/team/{teamId}/users': 'Team.view',
  'POST /cms/v1/team/{teamId}/users': 'Team.update',
  'DELETE /cms/v1/team/{teamId}/user/{userId}': 'Team.update',
  'GET /cms/v1/team/{teamId}/availableusers': 'Team.update',
  'GET /cms/v1/team/{teamId}/role/{roleId}/ownloss': 'Team.update',
  'GET /cms/v1/audit/{feature}/{recordId}': 'Team.full',
  'GET /cms/v1/setup/category': 'signed in',
  'GET /cms/v1/setup/usertype': 'signed in',
  'GET /cms/v1/feature': 'signed in',
  'GET /cms/v1/paymentgateway': 'signed in',

  'GET /cms/v1/team/{teamId}/charger/{id}/health': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/config': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/payment-readiness': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/joining': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/joining/{chargepointId}': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/tags': 'Tag.view',
  'POST /cms/v1/team/{teamId}/tags': 'Tag.create',
  'POST /cms/v1/team/{teamId}/tags/import/preview': 'Tag.create',
  'POST /cms/v1/team/{teamId}/tags/import': 'Tag.create',
  'GET /cms/v1/team/{teamId}/unknown-tags': 'Tag.view',
  'GET /cms/v1/tag/{id}': 'Tag.view',
  'PUT /cms/v1/tag/{id}': 'Tag.update',
  'DELETE /cms/v1/tag/{id}': 'Tag.delete',
  'GET /cms/v1/tag/{id}/users': 'Tag.view',
  'GET /cms/v1/tag/{id}/chargers': 'Tag.view',
  // Changes of the tag (D-GEN-6).
  'POST /cms/v1/tag/{id}/chargers': 'Tag.update',
  'DELETE /cms/v1/tag/{id}/chargers/{chargerId}': 'Tag.update',
  'GET /cms/v1/team/{teamId}/views': 'team role',
  'POST /cms/v1/team/{teamId}/views': 'team role',
  'PUT /cms/v1/team/{teamId}/views/{id}': 'team role',
  'DELETE /cms/v1/team/{teamId}/views/{id}': 'team role',
  'PUT /cms/v1/team/{teamId}/views/default': 'team role',
  // Each their own, and all for who may change users: scheduled-reports.test.ts.
  'GET /cms/v1/team/{teamId}/scheduled-reports': 'team role',
  'POST /cms/v1/team/{teamId}/scheduled-reports': 'team role',
  'GET /cms/v1/scheduled-reports/{scheduledReportId}': 'team role',
  'PUT /cms/v1/scheduled-reports/{scheduledReportId}': 'team role',
  'DELETE /cms/v1/scheduled-reports/{scheduledReportId}': 'team role',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/pause': 'team role',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/resume': 'team role',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/test': 'team role',
  'POST /cms/v1/scheduled-reports/{scheduledReportId}/take-over': 'team role',
  'GET /cms/v1/scheduled-reports/{scheduledReportId}/runs': 'team role',
  'GET /cms/v1/team/{teamId}/report-sources': 'team role',
  'GET /cms/v1/team/{teamId}/report-people': 'team role',
  'GET /cms/v1/scheduled-report-files/{id}': 'signed in',
  'GET /cms/v1/scheduled-report-files/{id}/about': 'signed in',

  // A choice of forms: without the view flag id and name only (D-GEN-6).
  'GET /cms/v1/roles': 'team role',
  'GET /cms/v1/role/{roleId}': 'Role.view',
  'POST /cms/v1/roles': 'Role.create',
  'PUT /cms/v1/role/{roleId}': 'Role.update',
  'PUT /cms/v1/roles': 'Role.update',
  'DELETE /cms/v1/role/{roleId}': 'Role.delete',
  'GET /cms/v1/users': 'Users.view',
  'GET /cms/v1/user/{id}': 'Users.view',
  'POST /cms/v1/user': 'Users.create',
  'PUT /cms/v1/user/{userId}': 'Users.update',
  'DELETE /cms/v1/user/{id}': 'Users.delete',
  'POST /cms/v1/util/image-upload': 'signed in',
  // Pictures are public; vehicle documents are checked by upload.test.ts.
  'GET /files/{name}': 'anyone',
  'GET /dev/outbox/{outboxId}/{place}': 'anyone',

  'GET /cms/v2/company': 'Company.view',
  'GET /cms/v2/company/{id}': 'Company.view',
  'POST /cms/v1/company': 'Company.create',
  'PUT /cms/v1/company/{id}': 'Company.update',
  'DELETE /cms/v1/company/{id}': 'Company.delete',
  'GET /cms/v1/company/{id}/sign-in': 'Company.view',
  'PUT /cms/v1/company/{id}/sign-in': 'Company.update',
  'POST /cms/v1/company/{id}/sign-in/test': 'Company.update',
  'POST /cms/v1/company/{id}/sign-in/domains': 'Company.update',
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/check': 'Company.update',
  // Demands staff of the platform as well: sign-in-setting.test.ts.
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/approve': 'Company.update',
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/remove': 'Company.update',
  'POST /cms/v1/company/{id}/sign-in/people/{userId}/release': 'Company.update',
  'GET /cms/v1/company/{id}/payment-provider': 'Company.view',
  // And finance admin: provider-account.test.ts.
  'PUT /cms/v1/company/{id}/payment-provider': 'Company.update',
  'DELETE /cms/v1/company/{id}/payment-provider': 'Company.update',
  'GET /cms/v1/company/{id}/payment-provider/test': 'Company.update',
  'GET /cms/v1/company/{id}/payment-provider/webhooks': 'Company.view',
  // And finance admin: payments.test.ts.
  'POST /cms/v1/company/{id}/payment-provider/webhooks': 'Company.update',
  'GET /cms/v1/customer': 'Customers.view',
  'GET /cms/v1/customer/{id}': 'Customers.view',
  'POST /cms/v1/customer': 'Customers.create',
  'PUT /cms/v1/customer/{id}': 'Customers.update',
  // Disabling, and taking a tag away, are deletions (D-GEN-6).
  'PATCH /cms/v1/customer/{id}': 'Customers.delete',
  'GET /cms/v1/customer/{id}/tags': 'Customers.view',
  'POST /cms/v1/customer/{id}/tags': 'Customers.update',
  'DELETE /cms/v1/customer/{id}/tags/{tagId}': 'Customers.delete',
  'GET /cms/v1/customer/{id}/attachedVehicle': 'Customers.view',
  'POST /cms/v1/customer/{id}/vehicle/assignVehicle': 'Customers.update',
  'POST /cms/v1/customer/{id}/vehicle/unassignVehicle': 'Customers.update',
  'GET /cms/v1/team/{teamId}/vehicles': 'Vehicle.view',
  'POST /cms/v1/team/{teamId}/vehicles': 'Vehicle.create',
  // A choice of forms (D-GEN-6).
  'GET /cms/v1/vehicles/availableVehicles': 'team role',
  'GET /cms/v1/root/customer': 'CMCustomers.view',
  'GET /cms/v1/root/customer/{id}': 'CMCustomers.view',
  'GET /cms/v1/root/customer-wallet/{id}': ['Customers.update', 'CMCustomers.view'],
  'POST /cms/v1/root/customer-wallet/{ocppTagId}': 'CMCustomers.update',
  // Reads made by POST.
  'POST /cms/v1/root/customer/personal-tags': 'CMCustomers.view',
  'POST /cms/v1/root/customer/upi-ids': 'CMCustomers.view',
  'POST /cms/v1/root/customer/personal-tags/{tagId}': 'CMCustomers.update',
  'DELETE /cms/v1/root/customer/personal-tags/{tagId}': 'CMCustomers.update',
  'POST /cms/v1/root/customer/upi-ids/{upiId}': 'CMCustomers.update',
  'DELETE /cms/v1/root/customer/upi-ids/{upiId}': 'CMCustomers.update',
  'POST /cms/v1/root/send-notification': 'CMCustomers.update',
  'POST /cms/v1/root/send-bulk-notifications': 'SendMessages.create',
  'GET /cms/v1/root/recipients': 'SendMessages.view',
  'GET /cms/v1/root/message-campaigns': 'SendMessages.view',
  'POST /cms/v1/root/message-campaigns/receivers': 'SendMessages.view',
  'POST /cms/v1/root/message-campaigns': 'SendMessages.create',
  'GET /cms/v1/vehicles/{vehicleId}': 'Vehicle.view',
  'PUT /cms/v1/vehicles/{vehicleId}': 'Vehicle.update',
  'DELETE /cms/v1/vehicles/{vehicleId}': 'Vehicle.delete',
  'GET /cms/v1/support': 'ServiceRequest.view',
  'GET /cms/v1/support/{ticketId}': 'ServiceRequest.view',
  // Which of the two counts hangs on the body: service-request.test.ts.
  'POST /cms/v1/support': ['ServiceRequest.create', 'ServiceRequest.update'],
  'PUT /cms/v1/support/{ticketId}': 'ServiceRequest.update',
  'GET /cms/v1/charging-profile': 'ChargingProfile.view',
  'GET /cms/v1/charging-profile/{id}': 'ChargingProfile.view',
  'GET /cms/v1/charging-profile/{id}/tasks': 'ChargingProfile.view',
  'POST /cms/v1/charging-profile': 'ChargingProfile.create',
  'PUT /cms/v1/charging-profile/{id}': 'ChargingProfile.update',
  'DELETE /cms/v1/charging-profile/{id}': 'ChargingProfile.delete',
  // A change of its profile (D-GEN-6).
  'DELETE /cms/v1/charging-profile/{id}/schedule_periods/{periodId}': 'ChargingProfile.update',
  'GET /cms/v1/geo/search': 'signed in',
  'GET /cms/v1/geo/reverse': 'signed in',
  'GET /cms/v1/geo/map': 'signed in',

  // Without the view flag: the fields of the dashboard map only (D-GEN-6).
  'GET /cms/v1/team/{teamId}/chargers': 'team role',
  'GET /cms/v1/team/{teamId}/chargers/map': 'team role',
  'GET /cms/v1/team/{teamId}/chargers/map/details': 'team role',
  'GET /cms/v1/team/{teamId}/charger/{id}': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/connectors': 'ChargerPoint.view',
  'POST /cms/v1/team/{teamId}/charger': 'ChargerPoint.create',
  'PUT /cms/v1/team/{teamId}/charger/{id}': 'ChargerPoint.update',
  'POST /cms/v1/team/{teamId}/charger/{id}/generateQr': 'ChargerPoint.update',
  'POST /cms/v1/team/{teamId}/charger/{id}/incidents': 'ChargerPoint.update',
  'POST /cms/v1/team/{teamId}/charger/{id}/key': 'ChargerPoint.update',
  'DELETE /cms/v1/team/{teamId}/charger/{id}': 'ChargerPoint.delete',

  // Each kind of record asks for its own right: network-import.test.ts.
  'GET /cms/v1/network-imports': IMPORT_RIGHTS,
  'POST /cms/v1/team/{teamId}/network-imports': IMPORT_RIGHTS,
  'GET /cms/v1/network-import/{id}': IMPORT_RIGHTS,
  'GET /cms/v1/network-import/{id}/rows': IMPORT_RIGHTS,
  'GET /cms/v1/network-import/{id}/refused': IMPORT_RIGHTS,
  'POST /cms/v1/network-import/{id}/check': IMPORT_RIGHTS,
  'POST /cms/v1/network-import/{id}/run': IMPORT_RIGHTS,
  'POST /cms/v1/network-import/{id}/take-back': IMPORT_RIGHTS,
  'POST /cms/v1/team/{teamId}/bulk-actions/count': 'ChargerPoint.update',
  'POST /cms/v1/team/{teamId}/bulk-actions': 'ChargerPoint.update',
  // Only the caller's own acts: bulk-action.test.ts.
  'GET /cms/v1/bulk-actions': 'ChargerPoint.view',
  'GET /cms/v1/bulk-action/{id}': 'ChargerPoint.view',
  'GET /cms/v1/bulk-action/{id}/items': 'ChargerPoint.view',
  'POST /cms/v1/bulk-action/{id}/retry': 'ChargerPoint.update',
  'POST /cms/v1/bulk-action/{id}/cancel': 'ChargerPoint.update',
  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/station-events': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/device-model': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/device-model/variables': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/monitors': 'ChargerPoint.view',
  'POST /cms/v1/team/{teamId}/charger/{id}/device-model/report': 'ChargerPoint.update',
  'POST /cms/v1/team/{teamId}/charger/{id}/device-model/variable': 'ChargerPoint.update',
  'GET /cms/v1/team/{teamId}/charger-test': 'ChargerPoint.create',
  'POST /cms/v1/team/{teamId}/charger-test': 'ChargerPoint.create',
  'GET /cms/v1/team/{teamId}/charger-test/{testId}': 'ChargerPoint.create',
  'GET /cms/v1/team/{teamId}/charger-test/{testId}/report': 'ChargerPoint.create',
  'POST /cms/v1/team/{teamId}/charger-test/{testId}/question': 'ChargerPoint.create',
  'POST /cms/v1/team/{teamId}/charger-test/{testId}/end': 'ChargerPoint.create',
  'GET /cms/v1/team/{teamId}/charger/{id}/local-list': 'ChargerPoint.view',
  'PUT /cms/v1/team/{teamId}/charger/{id}/local-list': 'ChargerPoint.update',
  'PUT /cms/v1/team/{teamId}/charger/{id}/register-unit': 'Transaction.full',
  'GET /cms/v1/team/{teamId}/charger/{id}/reservations': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/transfers': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/files': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/file/{fileId}': 'ChargerPoint.view',
  'DELETE /cms/v1/team/{teamId}/charger/{id}/file/{fileId}': 'ChargerPoint.update',

  'GET /cms/v2/charging-site/{teamId}/zone': 'ChargingSite.view',
  // Choices of forms (D-GEN-6).
  'GET /cms/v2/charging-site/{teamId}/zone-names': 'team role',
  'GET /cms/v2/charger/team/{teamId}/charger-ids': 'team role',
  'GET /cms/v1/charging-site/{teamId}/zone/{zoneId}/load': 'ChargingSite.view',
  'GET /cms/v1/charging-site/{teamId}/zone/{zoneId}': 'ChargingSite.view',
  'POST /cms/v1/charging-site/{teamId}/zone': 'ChargingSite.create',
  'PUT /cms/v1/charging-site/{teamId}/zone/{zoneId}': 'ChargingSite.update',
  'DELETE /cms/v1/charging-site/{teamId}/zone/{zoneId}': 'ChargingSite.delete',

  // The dashboard reads with any role on the team (D-ACC-9).
  'GET /cms/v1/team/{teamId}/dashboard_stats': 'team role',
  'GET /cms/v1/team/{teamId}/transactions/graph': 'team role',
  'GET /cms/v1/team/{teamId}/{statName}': 'team role',
  'GET /cms/v1/team/{teamId}/first-steps': 'Team.create',
  'POST /cms/v1/team/{teamId}/first-steps/end': 'Team.create',
  // Each kind with view on its feature: attention.test.ts.
  'GET /cms/v1/team/{teamId}/attention': 'team role',
  'GET /cms/v1/team/{teamId}/station-uptime': 'team role',
  'GET /cms/v1/team/{teamId}/station-uptime/outages': 'team role',
  'GET /cms/v1/team/{teamId}/station-uptime/{stationId}': 'team role',
  'GET /cms/v1/team/{teamId}/charging-status': 'team role',
  'GET /cms/v1/team/{teamId}/charging-status/history': 'team role',
  'GET /cms/v1/team/{teamId}/charging-status/{stationId}': 'ChargerPoint.view',
  'PUT /cms/v1/team/{teamId}/charging-status/{stationId}/status': 'ChargerPoint.update',

  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/log': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/log/time_interval': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/log/search': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/security-events': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/log/exchange': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/timeline': 'ChargerPoint.view',
  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/timeline/sessions': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/charger/{chargepointId}/timeline/changes': 'Team.full',

  'POST /cms/v1/remote/operation': 'ChargerPoint.update',
  'POST /cms/v1/remote/operation/charger/{chargerId}/task/{taskId}/customer-information': 'ChargerPoint.full',
  'DELETE /cms/v1/remote/operation/charger/{chargerId}/task/{taskId}/customer-information': 'ChargerPoint.full',
  'GET /cms/v1/remote/operation/charger/{chargerId}/task/{taskId}': 'ChargerPoint.view',
  'GET /cms/v1/remote/operation/charger/{chargerId}/certificates': 'ChargerPoint.view',
  // Choices of forms (D-GEN-6).
  'GET /cms/v1/pricegroups': 'team role',
  'GET /cms/v1/pricegroup/{priceGroupId}': 'PriceGroup.view',
  'GET /cms/v1/pricegroup/{priceGroupId}/versions': 'PriceGroup.view',
  'POST /cms/v1/pricegroup': 'PriceGroup.create',
  // And view on Transaction: replay.test.ts.
  'POST /cms/v1/pricegroup/replay': 'PriceGroup.view',
  // And view on Transaction: load-trial.test.ts.
  'POST /cms/v1/charging-site/{teamId}/zone/{zoneId}/replay': 'ChargingSite.view',
  'PUT /cms/v1/pricegroup/{priceGroupId}': 'PriceGroup.update',
  'DELETE /cms/v1/pricegroup/{priceGroupId}': 'PriceGroup.delete',
  'GET /cms/v1/availabletags': 'team role',
  'GET /cms/v1/team/{teamId}/charger/{id}/tags': 'team role',
  'POST /cms/v1/team/{teamId}/tags/remoteop/{x}': 'team role',
  // The drivers of the tags with view on Customers only: remote-operation.routes.test.ts.
  'GET /cms/v1/team/{teamId}/charger/{id}/tags/search': 'ChargerPoint.update',

  'GET /cms/v1/razorpay-transactions/razorpay/transactions': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/transactions': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/transactions/scope': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/transactions/review': 'Transaction.view',
  'POST /cms/v1/team/{teamId}/transactions/review/{id}/preview': 'Transaction.view',
  'PATCH /cms/v1/team/{teamId}/transactions/review/{id}': 'Transaction.full',
  'GET /cms/v1/team/{teamId}/tag/{id}/transactions': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/transactions': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/charger/{id}/transactions/active': ['Transaction.view', 'ChargerPoint.view'],
  'GET /cms/v1/team/{teamId}/transaction/{id}': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/transaction/{id}/meter_value/{x}': 'Transaction.view',
  'GET /cms/v1/team/{teamId}/transaction/{id}/signed_values': 'Transaction.view',
  'PATCH /cms/v1/team/{teamId}/transaction/{id}/status': 'Transaction.full',

  // Drivers have no sign-in; a stop needs the token of the browser that paid.
  'GET /public/v1/pay/charger/{chargepoint_id}/{connectorId}': 'anyone',
  'POST /public/v1/pay/charger/{chargepoint_id}/{connectorId}/order': 'anyone',
  'GET /public/v1/pay/session/{sessionId}': 'anyone',
  'GET /public/v1/pay/session/{sessionId}/invoice': 'anyone',
  'GET /public/v1/pay/session/{sessionId}/invoice/pdf': 'anyone',
  'POST /public/v1/pay/session/{sessionId}/language': 'anyone',
  'POST /public/v1/pay/session/{sessionId}/stop': 'anyone',
  'POST /public/v1/pay/otp': 'anyone',
  'POST /public/v1/pay/otp/verify': 'anyone',
}

/** A body that is right, where the record is looked for only behind it. */
const BODIES: Record<string, object> = {
  'PUT /cms/v1/profile/second-factor/{factorId}': { name: 'Other' },
  'POST /public/v1/pay/charger/{chargepoint_id}/{connectorId}/order': {
    amount: 100,
    method: 'upi',
    stopToken: 'a-token-of-the-browser',
  },
  'POST /public/v1/pay/session/{sessionId}/language': { language: 'hi', stopToken: 'a-token-of-the-browser' },
  'PUT /cms/v1/pricegroup/{priceGroupId}': fixedBody(),
  'PUT /cms/v1/alert-rules/{alertRuleId}': { name: 'Other', kind: 'clock-off', severity: 'Minor', is_active: true },
  'PUT /cms/v1/maintenance/{maintenanceId}': {
    reason: 'Other',
    starts_at: '2030-01-01T00:00:00Z',
    ends_at: '2030-01-01T01:00:00Z',
    sets_inoperative: true,
    chargers: [1],
  },
  'POST /cms/v1/maintenance/{maintenanceId}/correct': {
    starts_at: '2026-01-01T00:00:00Z',
    ends_at: '2026-01-01T01:00:00Z',
  },
  'PUT /cms/v1/api-keys/{apiKeyId}': apiKeyBody(),
  'POST /cms/v1/api-keys/{apiKeyId}/rotation': { overlap_hours: 0 },
  'PUT /cms/v1/webhooks/{webhookId}': webhookBody(),
  'POST /cms/v1/webhooks/{webhookId}/secret': { overlap_hours: 0 },
  'POST /cms/v1/webhooks/{webhookId}/again': { since: '2026-01-01T00:00:00Z' },
  'PUT /cms/v1/firmware/{firmwareId}': firmwareBody('9.9'),
  'PUT /cms/v1/settings-templates/{templateId}': templateBody('Changed'),
  'PUT /cms/v1/campaigns/{campaignId}': campaignBody(1),
  'POST /cms/v1/campaigns/{campaignId}/start': { confirmed: 1 },
  'PUT /cms/v1/scheduled-reports/{scheduledReportId}': reportBody(),
  'PUT /cms/v1/company/{id}': {
    name: 'Other',
    domain: 'other',
    provider: { name: 'Other' },
    companyProtocolType: 'ocpp',
    active: 'Y',
    token: null,
    endpoint: null,
    partyId: null,
    rootUser: 'other',
    emailId: 'other@example.com',
    paymentCurrency: 'INR',
    paymentGatewayId: 1,
    taxPercent: 18,
    transactionPercent: 2,
  },
  'PUT /cms/v1/company/{id}/sign-in': {},
  'POST /cms/v1/company/{id}/sign-in/domains': { domain: 'volt.example' },
  'PUT /cms/v1/company/{id}/payment-provider': { keyId: 'rzp_test_1', keySecret: 'x', webhookSecret: 'long enough' },
  'PUT /cms/v1/support/{ticketId}': {
    email: 'other@example.com',
    phone: '08023456',
    issueType: 'Others',
    description: 'Other',
  },
  'PUT /cms/v1/customer/{id}': driverBody(),
  'PATCH /cms/v1/customer/{id}': { status: 'N' },
  'POST /cms/v1/customer/{id}/tags': { tagIds: [1] },
  'POST /cms/v1/customer/{id}/vehicle/assignVehicle': { vehicleId: 1 },
  'POST /cms/v1/customer/{id}/vehicle/unassignVehicle': { vehicleId: 1 },
  'POST /cms/v1/root/customer-wallet/{ocppTagId}': { amount: 1, note: 'Other' },
  'POST /cms/v1/root/customer/personal-tags/{tagId}': { user: { id: 1 } },
  'DELETE /cms/v1/root/customer/personal-tags/{tagId}': { user: { id: 1 } },
  'POST /cms/v1/root/customer/upi-ids/{upiId}': { user: { id: 1 } },
  'DELETE /cms/v1/root/customer/upi-ids/{upiId}': { user: { id: 1 } },
  'PUT /cms/v1/vehicles/{vehicleId}': vehicleBody('KA 01'),
  'PUT /cms/v1/charging-profile/{id}': {
    charging_profile_id: 7,
    stack_level: 0,
    description: 'Other',
    charging_profile_purpose: 'TxProfile',
    charging_profile_kind: 'Relative',
    note: 'Other',
    charging_rate_unit: 'A',
    schedulePeriods: [{ start_period: 1, power_limit: 16 }],
  },
  'PUT /cms/v1/tag/{id}': { tag: 'OTHER' },
  'POST /cms/v1/tag/{id}/chargers': { chargerIds: ['OTHER'] },
  'POST /cms/v1/network-import/{id}/check': { columns: {} },
  'POST /cms/v1/network-import/{id}/run': { mode: 'good' },
  'PUT /cms/v1/role/{roleId}': { roleName: 'Other', access: [] },
  'PUT /cms/v1/user/{userId}': { username: 'other', firstName: 'Other', lastName: 'User', email: 'other@example.com' },
}

let t: TestApp
let routes: { endpoint: AnyEndpoint; path: string }[]
const people: readonly Person[] = ['root', 'admin', 'operator', 'finance', 'viewer', 'nobody', 'stranger']
const headers = {} as Record<Person, { authorization: string }>

beforeAll(async () => {
  t = await startApp()
  routes = endpointsOf(t.app)
  for (const person of people) headers[person] = await t.as(person)
})
afterAll(() => t.close())

const endpointsOf = (app: FastifyInstance) =>
  app.endpoints.flatMap(endpoint => [endpoint.path, ...(endpoint.aliases ?? [])].map(path => ({ endpoint, path })))

/** The path with ids of operator one's own records in it. */
const filled = (path: string): string =>
  path
    .replace('{teamId}', String(t.world.one.teamId))
    .replace(/^\/cms\/v1\/user\/\{\w+\}/, `/cms/v1/user/${t.world.userIds.nobody}`)
    .replace('{upiId}', 'other@upi')
    .replace('{paymentId}', 'pay_00000000000000')
    .replace('{roleId}', String(t.world.one.roles.Viewer))
    .replace(/\{(chargerId|chargepointId|stationId)\}/, t.world.chargers.dc.id)
    .replace('{id}', String(t.world.chargers.dc.pk))
    .replaceAll(/\{\w+\}/g, '1')
const ask = (e: AnyEndpoint, path: string, who?: Person, payload: object = {}) =>
  t.app.inject({
    method: e.method,
    url: filled(path),
    ...(who && { headers: headers[who] }),
    ...(e.body && { payload }),
  })

test('every endpoint has a row, and no row is left over', () => {
  const served = Object.fromEntries(t.app.endpoints.map(e => [`${e.method} ${e.path}`, e.can]))
  expect(served).toEqual(TABLE)
})

test('what an endpoint offers to sort and filter by is what its query takes', () => {
  const queryOf = (e: AnyEndpoint) =>
    e.query instanceof z.ZodObject ? (e.query.shape as Record<string, z.ZodType>) : {}
  const takes = (shape: z.ZodType | undefined, value: unknown) => shape?.safeParse(value).success === true
  const lists = t.app.endpoints.filter(e => 'sort' in queryOf(e) || e.offers)
  const fields = lists.flatMap(e => Object.keys(e.offers?.filters ?? {}))
  expect(lists.length).toBeGreaterThan(4)
  for (const e of lists) {
    const { sort, filters } = queryOf(e)
    const { sorts, filters: offered } = e.offers ?? { sorts: [], filters: {} }
    expect((sort as z.ZodOptional<z.ZodEnum>).unwrap().options, e.path).toEqual(sorts.flatMap(f => [f, `-${f}`]))
    for (const field of new Set([...fields, 'other'])) {
      const conditions = JSON.stringify({ conditions: [{ field, operator: 'isEmpty' }] })
      expect(takes(filters, conditions), `${e.path} ${field}`).toBe(field in offered)
    }
  }
})

// Longer with every endpoint.
describe('nobody gets past the right', { timeout: 60_000 }, () => {
  test('without a token: 401 No token provided., with a broken one: 401 Invalid token.', async () => {
    for (const { endpoint, path } of routes) {
      if (endpoint.can === 'anyone') continue
      const none = await ask(endpoint, path)
      expect([none.statusCode, none.json().message], path).toEqual([401, 'No token provided.'])
      const broken = await t.app.inject({
        method: endpoint.method,
        url: filled(path),
        headers: { authorization: 'Bearer x.y.z' },
      })
      expect([broken.statusCode, broken.json().message], path).toEqual([401, 'Invalid token.'])
    }
  })
  test('another company’s ids are 404, never data', async () => {
    for (const { endpoint, path } of routes) {
      // The public lookup asks for the installation's key first.
      if (!path.includes('{') || path.includes('/upi/')) continue
      const r = await ask(endpoint, path, 'stranger', BODIES[`${endpoint.method} ${endpoint.path}`])
      expect(r.statusCode, `${endpoint.method} ${path}`).toBe(404)
      expect(r.json().data, path).toBeUndefined()
    }
  })
  test('the flag decides: 403 Not Authorized where the role lacks it, and never where it has it', {
    timeout: 180_000,
  }, async () => {
    const held: Partial<Record<Person, Record<string, string>[]>> = {}
    for (const person of people) {
      const { data } = (await t.app.inject({ url: '/cms/v1/profile', headers: headers[person] })).json()
      held[person] = data.role[0]?.access
    }
    for (const { endpoint, path } of routes) {
      if (typeof endpoint.can === 'string' && !endpoint.can.includes('.')) continue
      const wanted = typeof endpoint.can === 'string' ? [endpoint.can] : endpoint.can
      const judged = async (person: Person) => {
        const access = held[person] ?? []
        const has = wanted.some(right => {
          const [feature, flag = ''] = right.split('.')
          const entry = access.find(a => a.featureName === feature)
          return flag === 'full'
            ? ['view', 'create', 'update', 'delete'].every(f => entry?.[f] === 'Y')
            : entry?.[flag] === 'Y'
        })
        const r = await ask(endpoint, path, person)
        const line = `${person}: ${endpoint.method} ${path} → ${r.statusCode}`
        if (has) expect(r.json().message, line).not.toBe('Not Authorized')
        else expect([r.statusCode, r.json().message], line).toEqual([403, 'Not Authorized'])
      }
      await Promise.all((['viewer', 'operator', 'finance', 'admin', 'root'] as const).map(judged))
    }
  })
})

// An API key of the admin, who may do everything at operator one.
describe('no key gets past its rights', { timeout: 180_000 }, () => {
  const NOT_BY_KEY = 'An API key cannot do this: it takes a person who is signed in.'
  /** The letters by which a right is held. */
  const held = (right: string): [Feature, string] => {
    const [feature, flag = ''] = right.split('.') as [Feature, string]
    return [feature, flag === 'full' ? 'vcud' : `v${flag === 'view' ? '' : flag.charAt(0)}`]
  }
  const judge = async (judged: (e: AnyEndpoint, path: string) => Promise<void>) => {
    for (const { endpoint, path } of routes) if (endpoint.can !== 'anyone') await judged(endpoint, path)
  }
  const withKey = (e: AnyEndpoint, path: string, headers: Record<string, string>) =>
    t.app.inject({ method: e.method, url: filled(path), headers, ...(e.body && { payload: {} }) })
  const isForPeople = (e: AnyEndpoint) => (e.callers ?? (e.can === 'signed in' ? 'people' : '')) === 'people'
  const wanted = ({ can }: AnyEndpoint): string[] =>
    (typeof can === 'string' ? [can] : [...can]).filter(r => r.includes('.'))

  test('with every right but that of the endpoint it is refused, and with that right it is not', async () => {
    const key = await makeKey(t, 'admin', t.world.one.companyId, apiKeyBody(everyRight()))
    /** The key, with these rights from now on. */
    const keyBy = async (rights: Partial<Record<Feature, string>>) => {
      const payload = apiKeyBody(accessBy(rights))
      const url = `/cms/v1/api-keys/${key.id}`
      const r = await t.app.inject({ method: 'PUT', url, headers: headers.admin, payload })
      expect(r.statusCode).toBe(200)
      return key.headers
    }
    await judge(async (e, path) => {
      const rights = wanted(e)
      if (rights.length === 0 || isForPeople(e)) return
      const all = Object.fromEntries(FEATURES.map(f => [f, 'vcud']))
      const without: Partial<Record<Feature, string>> = { ...all }
      for (const right of rights) {
        const [feature, letters] = held(right)
        // Every other letter brings view with it.
        const lost = letters.length === 4 ? 'd' : letters.slice(-1)
        without[feature] = lost === 'v' ? '' : (without[feature] ?? '').replace(lost, '')
      }
      const lacking = await withKey(e, path, await keyBy(without))
      expect([lacking.statusCode, lacking.json().message], `${e.method} ${path}`).toEqual([403, 'Not Authorized'])
      const having = await withKey(e, path, await keyBy(Object.fromEntries(rights.map(held))))
      expect(having.json().message, `${e.method} ${path}`).not.toBe('Not Authorized')
      expect(having.json().message, `${e.method} ${path}`).not.toBe(NOT_BY_KEY)
    })
  })
  test('of another company, and of a team beside its own, it reads and changes nothing', async () => {
    const of = async (who: Person, teamId: number) => (await makeKey(t, who, teamId, apiKeyBody(everyRight()))).headers
    const strange = await of('stranger', t.world.two.companyId)
    const sibling = await of('admin', t.world.one.siblingId)
    await judge(async (e, path) => {
      if (!path.includes('{') || isForPeople(e)) return
      // Roles and people are those of the company, for all its teams.
      const others = /\/(role|user)\//.test(path) ? [strange] : [strange, sibling]
      for (const headers of others) {
        const r = await t.app.inject({
          method: e.method,
          url: filled(path),
          headers,
          ...(e.body && { payload: BODIES[`${e.method} ${e.path}`] ?? {} }),
        })
        expect([403, 404], `${e.method} ${path}`).toContain(r.statusCode)
        expect(r.json().data, path).toBeUndefined()
      }
    })
  })
  test('what is for people alone it is refused, whatever its rights', async () => {
    const { headers } = await makeKey(t, 'admin', t.world.one.companyId, apiKeyBody(everyRight()))
    await judge(async (e, path) => {
      const r = await withKey(e, path, headers)
      if (isForPeople(e)) expect([r.statusCode, r.json().message], `${e.method} ${path}`).toEqual([403, NOT_BY_KEY])
      else expect(r.json().message, `${e.method} ${path}`).not.toBe(NOT_BY_KEY)
    })
  })
})
