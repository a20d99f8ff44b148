// Claims that hold for a reason which PostgreSQL cannot tell: file and column, and the reason. One that is not needed any
// more is told.
export const KNOWN: Readonly<Record<string, string>> = {
  'features/companies/company.store.ts companyType': 'only GP and P have a row in the table company',
  'features/chargers/charger-list.store.ts teamName': 'left join for the planner alone: a charger always has a team',
  'features/metering/meter.store.ts transactionId': 'asked for by its value, so never null',
}
