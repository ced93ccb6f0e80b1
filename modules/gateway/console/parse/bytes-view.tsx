import { useEffect, useRef } from 'react'
import type { ParsedField } from '../../contract/index.ts'

/** Range highlighted in both the frame and the tree. */
export interface Lit {
  from: number
  to: number
}

export const covers = (lit: Lit | null, from: number, to: number): boolean =>
  lit !== null && from < lit.to && to > lit.from

/** Draws the bytes of a frame in rows of `perRow`, each byte linked to its field. */
export function BytesView({
  content,
  fields,
  lit,
  perRow,
  label,
  onPoint,
  onPick,
}: {
  content: string
  fields: readonly ParsedField[]
  lit: Lit | null
  perRow: number
  label: string
  onPoint: (at: number | null) => void
  onPick: (at: number) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const first = lit?.from ?? null
  useEffect(() => {
    if (first === null) return
    // Scrolls only its own box, so that the page does not jump.
    const byte = box.current?.querySelector<HTMLElement>(`[data-at="${first}"]`)
    const row = byte?.parentElement
    if (!box.current || !row) return
    const { scrollTop, clientHeight } = box.current
    if (row.offsetTop < scrollTop) box.current.scrollTop = row.offsetTop
    else if (row.offsetTop + row.offsetHeight > scrollTop + clientHeight)
      box.current.scrollTop = row.offsetTop + row.offsetHeight - clientHeight
  }, [first])
  const count = content.length / 2
  const owner = ownersOf(fields, count)
  const rows = Array.from({ length: Math.ceil(count / perRow) }, (_, row) => row * perRow)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls can be scrolled by keys; the pointer only lights what it is over
    <section className="gateway-bytes" aria-label={label} tabIndex={0} ref={box} onMouseLeave={() => onPoint(null)}>
      {rows.map(from => (
        <div key={from} className="gateway-byte-row">
          <span className="gateway-offset" aria-hidden="true">
            {from.toString(16).toUpperCase().padStart(4, '0')}
          </span>
          {Array.from({ length: Math.min(perRow, count - from) }, (_, i) => from + i).map(at => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree of fields does the same by keys
            <span
              key={at}
              data-at={at}
              data-lit={covers(lit, at, at + 1) ? '' : undefined}
              data-odd={(owner[at] ?? 0) % 2 === 1 ? '' : undefined}
              data-wrong={fields[owner[at] ?? -1]?.problem ? '' : undefined}
              onMouseEnter={() => onPoint(at)}
              onClick={() => onPick(at)}
            >
              {content.slice(at * 2, at * 2 + 2)}
            </span>
          ))}
        </div>
      ))}
    </section>
  )
}

/** Returns the index of the field of each byte. Fields do not overlap. */
function ownersOf(fields: readonly ParsedField[], count: number): (number | undefined)[] {
  const owners = Array.from<number | undefined>({ length: count })
  fields.forEach((field, index) => owners.fill(index, field.from, field.to))
  return owners
}
