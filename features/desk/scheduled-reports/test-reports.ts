// A scheduled report as tests make one.

/** All charge points, every day at six. */
export const reportBody = (more: object = {}) => ({
  name: 'Chargers of the yard',
  source: 'chargers',
  period: 'view',
  rhythm: 'daily',
  hour: 6,
  format: 'csv',
  users: [] as number[],
  addresses: ['books@volt.example'],
  ...more,
})
