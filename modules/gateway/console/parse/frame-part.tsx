import { useWords } from '@wattyard/console-kit'
import { useMemo, useState } from 'react'
import type { ParsedPart } from '../../contract/index.ts'
import { BytesView } from './bytes-view.tsx'
import { closedAtFirst, fieldAt, openRows, rowsOf } from './field-rows.ts'
import { FieldTree } from './field-tree.tsx'
import { TextView } from './text-view.tsx'

/** Draws the bytes or the text of a frame next to its fields. A highlight applies to both. */
export function FramePart({ part, isNarrow }: { part: ParsedPart; isNarrow: boolean }) {
  const { t } = useWords()
  const { kind, content, fields, title } = part
  const rows = useMemo(() => rowsOf(fields), [fields])
  const [closed, setClosed] = useState(() => closedAtFirst(rows))
  const [picked, setPicked] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  const shown = openRows(rows, closed)
  // The pointer highlights while it hovers; a click or the keyboard keeps the highlight.
  const active = pointed ?? picked
  const lit = rows.find(row => row.key === active) ?? null
  const rowAt = (at: number) => {
    const field = fieldAt(fields, at)
    return field === null ? null : (rows.find(row => row.field === field) ?? null)
  }
  const pick = (at: number) => {
    const row = rowAt(at)
    if (!row) return
    setClosed(before => new Set([...before].filter(key => !row.above.includes(key))))
    setPicked(row.key)
  }
  const toggle = (key: string) =>
    setClosed(before => (before.has(key) ? without(before, key) : new Set([...before, key])))
  const point = (at: number | null) => setPointed(at === null ? null : (rowAt(at)?.key ?? null))
  const view = { content, fields, lit, label: title, onPoint: point, onPick: pick }
  return (
    <div className="gateway-part">
      <div>
        <h3>{title}</h3>
        {kind === 'bytes' ? <BytesView {...view} perRow={isNarrow ? 8 : 16} /> : <TextView {...view} />}
      </div>
      <div>
        <h3>{t('gateway.parse.fieldsTitle')}</h3>
        {fields.length === 0 ? (
          <p className="w-quiet">{t('gateway.parse.noFields')}</p>
        ) : (
          <FieldTree
            rows={shown}
            fields={fields}
            closed={closed}
            active={active}
            label={t('gateway.parse.fieldsTitle')}
            onActive={key => {
              setPointed(null)
              setPicked(key)
            }}
            onPoint={setPointed}
            onToggle={toggle}
          />
        )}
      </div>
    </div>
  )
}

const without = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter(one => one !== key))
