// The tools of the banner that come after what the page shows: the guide's section of the screen, and the bell.
import Help from '@mui/icons-material/HelpOutlineOutlined'
import { IconButton } from '@mui/material'
import { useLocation } from 'react-router'
import { Tip } from '#kit/tip.tsx'
import BellButton from '#operations/bell/bell-button.tsx'
import { base } from './session.ts'

/** `form`: that of the screen in the table of screens. The server knows its section, and that of its tab (app/guide-pages.ts). */
export default function HelpAndBell({ form = '' }: { form: string | undefined }) {
  const tab = new URLSearchParams(useLocation().search).get('tab')
  return (
    <>
      <Tip title="Help">
        <IconButton
          component="a"
          href={`${base}/help${form && `/for${form}`}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`}
          target="_blank"
          aria-label="Help with this screen, in a new tab"
        >
          <Help />
        </IconButton>
      </Tip>
      <BellButton />
    </>
  )
}
