// Skeletons in the final shape, shown only when an answer takes longer than 200 ms.
import { Card, Skeleton, Stack } from '@mui/material'
import { useDelayed } from './delayed.ts'

const rangeTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

/** Lines of text or rows of a list. */
export function RowsSkeleton({ rows = 5, height = 52 }: { rows?: number; height?: number }) {
  const late = useDelayed(true)
  return (
    <div role="status" aria-label="Loading" style={{ height: rows * height, overflow: 'hidden' }}>
      {late &&
        rangeTo(rows).map(i => (
          <Stack key={i} direction="row" spacing={2} sx={{ height, alignItems: 'center', px: 2 }}>
            <Skeleton width="20%" />
            <Skeleton width="35%" />
            <Skeleton width="30%" />
          </Stack>
        ))}
    </div>
  )
}
/** A form of `fields` fields in two columns. */
export function FormSkeleton({ fields = 6 }: { fields?: number }) {
  const late = useDelayed(true)
  return (
    <Card role="status" aria-label="Loading" sx={{ p: 2.5, minHeight: Math.ceil(fields / 2) * 84 + 40 }}>
      {late && (
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))', gap: 24 }}>
          {rangeTo(fields).map(i => (
            <div key={i}>
              <Skeleton width={96} />
              <Skeleton variant="rounded" height={40} />
            </div>
          ))}
        </div>
      )}
    </Card>
  )
}
/** A card of the given height: tiles and charts. */
export function BlockSkeleton({ height }: { height: number }) {
  const late = useDelayed(true)
  return (
    <div role="status" aria-label="Loading" style={{ height }}>
      {late && <Skeleton variant="rounded" height={height} />}
    </div>
  )
}
