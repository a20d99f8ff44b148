// A curve without axes, small enough to need no chart library. A null is a gap.
export type SparklineProps = { values: readonly (number | null)[]; label: string; height?: number }

/** The path of `values` over 100 × `height`, broken at gaps; empty when nothing can be drawn. */
export function sparkPath(values: readonly (number | null)[], height: number): string {
  const real = values.filter(v => v !== null)
  if (real.length < 2) return ''
  const low = Math.min(...real)
  const span = Math.max(...real) - low || 1
  const step = 100 / (values.length - 1)
  let path = ''
  let pen = false
  values.forEach((v, i) => {
    if (v === null) {
      pen = false
      return
    }
    path += `${pen ? 'L' : 'M'}${(i * step).toFixed(1)} ${(height - 2 - ((v - low) / span) * (height - 4)).toFixed(1)}`
    pen = true
  })
  return path
}

export function Sparkline({ values, label, height = 28 }: SparklineProps) {
  const path = sparkPath(values, height)
  if (!path) return null
  return (
    <svg
      viewBox={`0 0 100 ${height}`}
      height={height}
      width="100%"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path
        d={path}
        fill="none"
        stroke="var(--mui-palette-primary-main)"
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
