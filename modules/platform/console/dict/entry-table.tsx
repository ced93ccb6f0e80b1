import { dropPlace, useInTurn, useMay, useRowDrag, useWords } from '@wattyard/console-kit'
import { useRef, useState } from 'react'
import { type DictionaryView } from '../../contract/calls/dict-entry.ts'
import { EntryRow } from './entry-row.tsx'
import { movedTo, useDictionaryWrites } from './use-dictionaries.ts'

/** Draws the entries in order, each editable in place. The handle changes the order, by pointer or arrow keys. */
export function EntryTable({ dictionary }: { dictionary: DictionaryView }) {
  const { t, language } = useWords()
  const writes = useDictionaryWrites()
  const inTurn = useInTurn()
  const mayArrange = useMay('platform.dictEntry:update')
  const list = useRef<HTMLTableSectionElement>(null)
  const stored = dictionary.entries.map(({ code }) => code)
  /** Order during a drag, and until the server has stored it. */
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  /** The same order without a render, because a quick drop precedes the next render. */
  const dragged = useRef<readonly string[] | null>(null)
  const [said, setSaid] = useState('')
  const codes = draft ?? stored
  const byCode = new Map(dictionary.entries.map(entry => [entry.code, entry]))

  const place = async (next: readonly string[]): Promise<void> => {
    setDraft(next)
    await inTurn(() => writes.arrange(dictionary.name, next)).catch(() => undefined)
    // Another drag may have started by now.
    setDraft(now => (now === next ? null : now))
  }
  const drag = useRowDrag(list, {
    over(code, y) {
      const others = [...(list.current?.querySelectorAll<HTMLElement>('[data-code]') ?? [])].filter(
        row => row.dataset.code !== code,
      )
      const middles = others.map(row => {
        const { top, height } = row.getBoundingClientRect()
        return top + height / 2
      })
      dragged.current = movedTo(dragged.current ?? codes, code, dropPlace(middles, y))
      setDraft(dragged.current)
    },
    end(_code, isDropped) {
      const order = dragged.current
      dragged.current = null
      if (isDropped && order && order.join('\n') !== stored.join('\n')) void place(order)
      else setDraft(null)
    },
  })
  const moveBy = (code: string, by: number): void => {
    const to = codes.indexOf(code) + by
    if (to < 0 || to >= codes.length) return
    void place(movedTo(codes, code, to))
    setSaid(
      t('platform.dict.moved', { name: byCode.get(code)?.words[language] ?? code, place: to + 1, count: codes.length }),
    )
  }
  return (
    <>
      <div className="platform-entries-box">
        <table className="w-table w-table-plain platform-entries" aria-label={dictionary.titles[language]}>
          <thead>
            <tr>
              <th scope="col">
                <span className="w-sr">{t('platform.dictEntry.place')}</span>
              </th>
              {['preview', 'code', 'wordZh', 'wordEn', 'wordEs', 'colour', 'icon'].map(key => (
                <th key={key} scope="col">
                  {t(key === 'preview' ? 'platform.dict.preview' : `platform.dictEntry.${key}`)}
                </th>
              ))}
              {dictionary.kind === 'open' && <th scope="col">{t('platform.dictEntry.enabled')}</th>}
              <th scope="col">
                <span className="w-sr">{t('platform.dict.edit')}</span>
              </th>
            </tr>
          </thead>
          <tbody ref={list}>
            {codes.flatMap(code => {
              const entry = byCode.get(code)
              return entry ? (
                <EntryRow
                  key={code}
                  dictionary={dictionary}
                  entry={entry}
                  isHeld={drag.held === code}
                  mayArrange={mayArrange}
                  onHold={event => drag.onPointerDown(event, code)}
                  onMove={by => moveBy(code, by)}
                />
              ) : (
                []
              )
            })}
          </tbody>
        </table>
      </div>
      <output className="w-sr">{said}</output>
    </>
  )
}
