// A button that opens the browser's dialog for files.
import Upload from '@mui/icons-material/UploadFileOutlined'
import { Box, Button, type ButtonProps } from '@mui/material'
import type { ComponentProps } from 'react'

type ChooseFileProps = Omit<ComponentProps<'input'>, 'size' | 'color'> & {
  text: string
  size?: 'small' | 'medium'
  variant?: ButtonProps['variant']
  color?: ButtonProps['color']
  /** Called with the chosen files; the same file may be chosen again. */
  onFiles: (files: readonly File[]) => void
}
export function ChooseFile({
  text,
  size = 'small',
  variant = 'outlined',
  color = 'inherit',
  onFiles,
  ...input
}: ChooseFileProps) {
  return (
    // biome-ignore lint/a11y/useValidAriaRole: the input inside takes focus and keys, so the label bears no role of a button
    <Button
      component="label"
      role={undefined}
      tabIndex={-1}
      variant={variant}
      color={color}
      size={size}
      disabled={input.disabled === true}
      startIcon={<Upload />}
      sx={{ '&:focus-within': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 } }}
    >
      {text}
      <Box
        component="input"
        {...input}
        type="file"
        onChange={e => {
          const chosen = [...(e.target.files ?? [])]
          e.target.value = ''
          onFiles(chosen)
        }}
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      />
    </Button>
  )
}
