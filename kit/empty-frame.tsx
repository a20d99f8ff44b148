// The look of an empty region, and the emptiness of a missing right: whom to ask.
import Lock from '@mui/icons-material/LockOutlined'
import { Stack, type SvgIconProps, Typography } from '@mui/material'
import type { ComponentType, ReactNode } from 'react'

export function EmptyFrame({
  icon: I,
  title,
  text,
  children,
}: {
  icon: ComponentType<SvgIconProps>
  title: string
  text?: string | undefined
  children?: ReactNode
}) {
  return (
    <Stack spacing={1} sx={{ alignItems: 'center', justifyContent: 'center', py: 5, px: 2, textAlign: 'center' }}>
      <I aria-hidden sx={{ fontSize: 32, color: 'text.secondary' }} />
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      {text && <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>{text}</Typography>}
      {children}
    </Stack>
  )
}

/** The reader may not see this. */
export const NoRight = () => (
  <EmptyFrame
    icon={Lock}
    title="Not Authorized"
    text="Your role in this team does not include this. Ask an administrator of the team."
  />
)
