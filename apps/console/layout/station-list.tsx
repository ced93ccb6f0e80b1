import type { SelectOption } from '@wattyard/resource'
import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Choice, keep, matchesText, useRefOptions, useSession, useSettled, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useState } from 'react'
import { memoryKey, readMemory, type StationMemory, withChosen, withMark } from './station-memory.ts'

export const STATION = 'assets.station'

interface StationListProps {
  chosen: string | null
  onChoose: (id: string | null) => void
}

/** Moves the focus between the choices (`data-stop`) and the search by the up and down keys. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.findIndex(
    stop => stop === document.activeElement || stop.parentElement?.contains(document.activeElement),
  )
  event.preventDefault()
  stops[(at + by + stops.length) % stops.length]?.focus()
}

/**
 * Draws the stations to choose from: marked and recent ones first, then the search results. The server searches, also by pinyin,
 * and returns only as many as a person can read through, so that thousands of stations are no slower than ten.
 */
export function StationList({ chosen, onChoose }: StationListProps) {
  const { t } = useWords()
  const userId = useSession(session => session.me?.user.id ?? '')
  const [typed, setTyped] = useState('')
  const [memory, setMemory] = useState(() => readMemory(keep.read(memoryKey(userId))))
  const remember = (next: StationMemory): void => {
    setMemory(next)
    keep.write(memoryKey(userId), JSON.stringify(next))
  }
  const known = [...new Set([...memory.favourites, ...memory.recent, ...(chosen ? [chosen] : [])])]
  const { options, loading } = useRefOptions(STATION, typed, known)
  const named = (ids: readonly string[]): SelectOption[] =>
    ids.flatMap(id => options.find(option => option.id === id) ?? [])
  const isSeeking = typed.trim() !== ''
  const first = isSeeking ? [] : named(memory.favourites)
  const recent = isSeeking ? [] : named(memory.recent).filter(option => !first.includes(option))
  // Until the server has answered for the present text, and for stations read by their ids, the name is matched here.
  const isAnswered = useSettled(typed) === typed && !loading
  const rest = options.filter(
    option =>
      !first.includes(option) &&
      !recent.includes(option) &&
      (!isSeeking || (isAnswered && !known.includes(option.id)) || matchesText(option.label, typed)),
  )
  const choose = (id: string | null): void => {
    remember(withChosen(memory, id))
    onChoose(id)
  }
  const row = (option: SelectOption) => {
    const isMarked = memory.favourites.includes(option.id)
    return (
      <li key={option.id} className="s-station-row">
        <button
          type="button"
          data-stop=""
          className="w-menu-item w-grow"
          aria-pressed={option.id === chosen}
          onClick={() => choose(option.id)}
        >
          <Choice of={STATION} option={option} />
        </button>
        <button
          type="button"
          className="w-icon-button s-star"
          aria-pressed={isMarked}
          aria-label={t('shell.stationMark', { name: option.label })}
          title={t(isMarked ? 'shell.stationUnmarkHint' : 'shell.stationMarkHint')}
          onClick={() => remember(withMark(memory, option.id))}
        >
          {isMarked ? <StarFilled /> : <StarOutlined />}
        </button>
      </li>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the arrow keys of what is in it
    <div className="w-ticks s-stations" onKeyDown={moveInList}>
      <input
        className="w-input"
        type="search"
        data-autofocus=""
        data-stop=""
        maxLength={64}
        aria-label={t('shell.stationPlaceholder')}
        placeholder={t('shell.stationPlaceholder')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isSeeking || !rest[0]) return
          // The focus goes back to the button, and would press it with the same key.
          event.preventDefault()
          choose(rest[0].id)
        }}
      />
      {!isSeeking && (
        <button
          type="button"
          data-stop=""
          className="w-menu-item"
          aria-pressed={chosen === null}
          onClick={() => choose(null)}
        >
          {t('shell.stationAll')}
        </button>
      )}
      {(
        [
          ['shell.stationFavourites', first],
          ['shell.stationRecent', recent],
          [isSeeking || first.length + recent.length === 0 ? '' : 'shell.stationOthers', rest],
        ] as const
      ).map(
        ([word, list]) =>
          list.length > 0 && (
            <section key={word} aria-label={word ? t(word) : t('shell.station')}>
              {word && <p className="s-stations-head">{t(word)}</p>}
              <ul>{list.map(row)}</ul>
            </section>
          ),
      )}
      {first.length + recent.length + rest.length === 0 && (
        <p className="w-quiet w-ticks-none">{t(!isAnswered ? 'kit.loading' : 'kit.noMatch')}</p>
      )}
    </div>
  )
}
