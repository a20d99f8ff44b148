// Whether a company is still being set up, beside its record: nobody edits it in a form.
import type { Db, Trx } from '#platform/db/db.ts'

type FirstStepsState = 'open' | 'skipped' | 'done'

/** null: the company was made without first steps. */
export const firstStepsOf = async (on: Db | Trx, companyId: number): Promise<FirstStepsState | null> =>
  (await on.selectFrom('company').select('firstSteps').where('companyId', '=', companyId).executeTakeFirst())
    ?.firstSteps ?? null

export const setFirstSteps = (trx: Trx, companyId: number, firstSteps: FirstStepsState): Promise<unknown> =>
  trx.updateTable('company').set({ firstSteps }).where('companyId', '=', companyId).execute()
