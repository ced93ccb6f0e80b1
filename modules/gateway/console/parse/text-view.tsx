import { useEffect, useRef } from 'react'
import type { ParsedField } from '../../contract/index.ts'
import { covers, type Lit } from './bytes-view.tsx'

/** Texts with more fields than this are shown without them, because thousands of parts would make the page slow. */
const MAX_PARTS = 1_500

/** Draws the text of a frame, each value linked to its field. */
export function TextView({
  content,
  fields,
  lit,
  label,
  onPoint,
  onPick,
}: {
  content: string
  fields: readonly ParsedField[]
  lit: Lit | null
  label: string
  onPoint: (at: number | null) => void
  onPick: (at: number) => void
}) {
  const box = useRef<HTMLPreElement>(null)
  const first = lit?.from ?? null
  useEffect(() => {
    const part = first === null ? null : box.current?.querySelector<HTMLElement>('[data-lit]')
    if (!box.current || !part) return
    const { scrollTop, clientHeight } = box.current
    if (part.offsetTop < scrollTop || part.offsetTop + part.offsetHeight > scrollTop + clientHeight)
      box.current.scrollTop = part.offsetTop - clientHeight / 3
  }, [first])
  const parts = fields.length > MAX_PARTS ? [] : fields
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls can be scrolled by keys; the pointer only lights what it is over
    <pre className="gateway-text" aria-label={label} tabIndex={0} ref={box} onMouseLeave={() => onPoint(null)}>
      {parts.map((field, index) => (
        <span key={`${field.from}`}>
          {content.slice(parts[index - 1]?.to ?? 0, field.from)}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree of fields does the same by keys */}
          <span
            className="gateway-value"
            data-lit={covers(lit, field.from, field.to) ? '' : undefined}
            onMouseEnter={() => onPoint(field.from)}
            onClick={() => onPick(field.from)}
          >
            {content.slice(field.from, field.to)}
          </span>
        </span>
      ))}
      {content.slice(parts.at(-1)?.to ?? 0)}
    </pre>
  )
}
