// Claims that hold for a reason which PostgreSQL cannot tell: file and column, and the reason. One that is not needed any
// more is told.
export const KNOWN: Readonly<Record<string, string>> = {
  'features/people/companies/company.store.ts companyType': 'only GP and P have a row in the table company',
  'demo/wallets.ts kind': 'only app tags and prepaid cards are taken',
  'features/fleet/chargers/charger-list.store.ts teamName':
    'left join for the planner alone: a charger always has a team',
  'features/control/charger-files/charger-file.store.ts storedName': 'a file that was received has a name in the store',
  'features/fleet/stations/availability.store.ts node': 'only those with a node are taken',
  'features/fleet/stations/availability.store.ts type': 'only those with a wish are taken',
  'features/power/load-balancing/load.store.ts zoneId': 'asked for by its value, so never null',
  'features/control/local-lists/local-list.store.ts node': 'only those with a node are taken up',
  'features/charging/price-trials/replay.store.ts stoppedAt': 'only sessions that have ended are taken',
  'features/power/load-trials/load-trial.store.ts stoppedAt': 'only sessions that have ended are taken',
  'features/settlement/payments/payment-search.store.ts orderId': 'only sessions with an order are taken',
  'features/settlement/payments/payment-search.store.ts providerRefundId': 'asked for by its value, so never null',
  'features/settlement/payments/webhook-event.store.ts givenUpAt': 'only what was given up is taken',
  'features/fleet/tags/deleted-card.store.ts deletedAt': 'only a deleted card is taken',
  'features/control/remote-operations/task.store.ts toldAt': 'a task with an answer has ended',
  'features/drivers/messages/message.store.ts deviceId': 'only drivers with a device are taken',
  'features/settlement/invoices/invoice-read.store.ts stoppedAt': 'only a session that has ended has an invoice',
  'features/settlement/invoices/invoice.store.ts stoppedAt': 'only sessions that have ended are taken',
  'features/settlement/payouts/payout-read.store.ts stoppedAt': 'only sessions that have ended are settled',
  'features/desk/network-import/network-import.store.ts outcome': 'only rows that made or changed something are taken',
  'features/desk/network-import/network-import.store.ts recordId':
    'a row that made or changed something has its record',
  'features/fleet/maintenance/maintenance-step.store.ts node': 'only those with a node are told',
  'features/operations/campaigns/campaign-choice.store.ts vendor': 'only those that told it are counted',
  'features/operations/campaigns/campaign-choice.store.ts model': 'only those that told it are counted',
  'features/operations/campaigns/campaign-choice.store.ts version': 'only those that told it are counted',
  'features/operations/maintenance/reserver.store.ts deviceId': 'only drivers with a device are taken',
  'features/operations/telling/alert-message.store.ts channel': 'webhooks are never held back',
  'features/desk/report/report.store.ts stoppedAt': 'only sessions that have ended are taken',
}
