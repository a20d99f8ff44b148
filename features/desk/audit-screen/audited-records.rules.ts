// Where the audit log finds the words of each record: its declared fields, by the feature of an entry.
import { chargerPointAudited } from '#control/remote-operations/operation-audit.words.ts'
import { transactionAudited } from '#desk/transactions/transaction-audit.rules.ts'
import { driverAudited } from '#drivers/drivers/driver-audit.rules.ts'
import { vehicleFields } from '#drivers/vehicles/vehicle.fields.ts'
import { tagFields } from '#fleet/tags/tag.fields.ts'
import type { AuditedFields } from '#office/audit/audited-field.words.ts'
import { serviceRequestFields } from '#office/service-requests/service-request.fields.ts'
import { companyAudited } from '#people/companies/company-audit.words.ts'
import { roleAudited } from '#people/roles/role-audit.words.ts'
import { financeAudited, teamAudited } from '#people/teams/team-audit.words.ts'
import { userFields } from '#people/users/user.fields.ts'
import { chargingSiteAudited } from '#power/charging-sites/charging-site-audit.words.ts'
import { payoutAudited } from '#settlement/payouts/payout-audit.words.ts'

export const auditedRecords: Readonly<Record<string, AuditedFields>> = {
  ChargerPoint: chargerPointAudited,
  ChargingSite: chargingSiteAudited,
  CMCustomers: driverAudited,
  Company: companyAudited,
  Customers: driverAudited,
  Finance: { ...financeAudited, ...payoutAudited },
  Refund: transactionAudited,
  Role: roleAudited,
  ServiceRequest: serviceRequestFields,
  Session: userFields,
  Tag: tagFields,
  Team: teamAudited,
  Transaction: transactionAudited,
  Users: userFields,
  Vehicle: vehicleFields,
}
