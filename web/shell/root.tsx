// Around every screen: notices, the dialog that asks, the title of the tab.
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ConfirmHost } from '#kit/confirm.tsx'
import { Boundary } from '#kit/error.tsx'
import { Notices, pageLeft } from '#kit/notices.tsx'
import { ProofHost } from '#people/proof/proof.parts.tsx'
import { documentTitle } from './brand.ts'

export function Root() {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = documentTitle(pathname)
    pageLeft()
  }, [pathname])
  return (
    <>
      <Boundary at={pathname}>
        <Outlet />
      </Boundary>
      <ConfirmHost />
      <ProofHost />
      <Notices />
    </>
  )
}
