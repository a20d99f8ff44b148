// Test a charger: makers and installers point a charger at a test address and see what it sends, what is missing and what to
// set (GUIDE-02).
import { Link } from '@mui/material'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { ChargerTestStart } from './charger-test-start.tsx'
import { ChargerTestView } from './charger-test-view.tsx'

const SecretDialog = later(() => import('#kit/secret-dialog.tsx'))

export function ChargerTestPage() {
  const [params, setParams] = useSearchParams()
  const [shown, setShown] = useState<{ name: string; password: string }>()
  const id = Number(params.get('test'))
  return (
    <>
      {Number.isInteger(id) && id > 0 ? (
        <ChargerTestView key={id} id={id} />
      ) : (
        <Page
          title="Test a charger"
          crumbs={[{ label: 'Charge Points', to: '/charger' }, { label: 'Test a charger' }]}
          subtitle={
            <>
              See whether a charger works with the portal before it is added.{' '}
              <Link underline="always" href="/help/makers-and-installers">
                For makers and installers
              </Link>
            </>
          }
        >
          <ChargerTestStart
            onBegun={({ id: begun, name, password }) => {
              if (password !== null) setShown({ name, password })
              setParams({ tab: 'test', test: String(begun) })
            }}
          />
        </Page>
      )}
      {shown && (
        <Suspense fallback={null}>
          <SecretDialog
            name={shown.name}
            secret={shown.password}
            use="Enter it in the charger as its AuthorizationKey, or Basic Auth password. The user name is the identity of the charger."
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
