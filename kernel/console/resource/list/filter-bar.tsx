import { CloseOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { type Field, fieldOf, searchedFields } from '@wattyard/resource'
import { useRef, useState } from 'react'
import { showEveryDigit, showEveryWatt, type DecimalKind } from '@wattyard/resource'
import { FilterEditor } from '../../faces/filter-editor.tsx'
import { useRefOptions } from '../../faces/ref-options.ts'
import { choiceWord } from '@wattyard/resource'
import { Popover } from '../../ui/popover.tsx'
import { fieldWord, useWords } from '../../words/use-words.ts'
import { type FilterValue, filterKeys, narrowings } from './list-state.ts'
import { usePage } from '../page-context.tsx'
import { filterShapeOf } from '../records.ts'
import { useRowFit } from './use-row-fit.ts'
import './filter-bar.css'

/** Draws the quick search and one pill per filter; the pill of an active filter shows its values. */
export function FilterBar() {
  const { resource, slots, state, change } = usePage()
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const { ref, fits } = useRowFit()
  const fixed = Object.keys(slots.only ?? {})
  const keys = filterKeys(resource).filter(key => !fixed.includes(key))
  // An active filter is never hidden.
  const needsAll = keys.some((key, index) => index >= fits && state.filters[key] !== undefined)
  // Before the first measure the row is as high as a folded one, so that the list below does not jump.
  const isFolded = (!Number.isFinite(fits) || fits < keys.length) && !isOpen && !needsAll
  return (
    <search className="w-filters">
      {searchedFields(resource.list).length > 0 && <QuickSearch />}
      <div className="w-pills" ref={ref} data-folded={isFolded ? '' : undefined}>
        {keys.map((key, index) => (
          <FilterPill key={key} column={key} hidden={isFolded && index >= fits} />
        ))}
      </div>
      {fits < keys.length && (
        <button
          type="button"
          className="w-link-button w-pills-more"
          aria-expanded={isOpen}
          // The button keeps its place: without it more filters would fit, and it would then be needed again.
          data-hidden={needsAll ? '' : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('kit.fewerFilters') : t('kit.moreFilters', { count: keys.length - fits })}
        </button>
      )}
      {narrowings(state, fixed) > 0 && (
        <button type="button" className="w-link-button" onClick={() => change({ q: '', filters: {} })}>
          {t('kit.clearFilters')}
        </button>
      )}
    </search>
  )
}

/** Delay in ms between the last key and the search. */
const TYPING_MS = 300
/** Fields that the empty search names; more are cut off. */
const SHOWN_NAMES = 2

function QuickSearch() {
  const { resource, state, change } = usePage()
  const words = useWords()
  const [typed, setTyped] = useState(state.q)
  const [sent, setSent] = useState(state.q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The URL may change from outside (back button, saved view); the typed text may be newer than the sent one.
  if (sent !== state.q) {
    setSent(state.q)
    setTyped(state.q)
  }
  const type = (text: string): void => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setSent(text)
      change({ q: text })
    }, TYPING_MS)
  }
  // Names in other languages are found too, but the field has no room to say so.
  const inOthers = Object.values(resource.labelIn ?? {})
  const names = searchedFields(resource.list)
    .filter(key => !inOthers.includes(key))
    .map(key => fieldWord(words, resource, key))
  const searchIn = (shown: readonly string[]): string => words.t('kit.searchIn', { names: shown.join(' / ') })
  return (
    <label className="w-search" title={searchIn(names)}>
      <SearchOutlined aria-hidden="true" />
      <span className="w-sr">{words.t('kit.search')}</span>
      <input
        type="search"
        value={typed}
        maxLength={100}
        placeholder={searchIn(names.slice(0, SHOWN_NAMES))}
        onChange={event => type(event.target.value)}
      />
    </label>
  )
}

function FilterPill({ column, hidden }: { column: string; hidden: boolean }) {
  const { resource, slots, state, change } = usePage()
  const words = useWords()
  const { t } = words
  const field = fieldOf(resource, column)
  if (!field) return null
  const name = fieldWord(words, resource, column)
  const value = state.filters[column]
  const set = (next: FilterValue | undefined): void => {
    const { [column]: _old, ...rest } = state.filters
    change({ filters: next ? { ...rest, [column]: next } : rest })
  }
  return (
    <span className="w-pill" data-active={value ? '' : undefined} data-hidden={hidden ? '' : undefined}>
      <Popover
        label={name}
        button={props => (
          <button type="button" className="w-pill-button" {...props}>
            {!value && <PlusOutlined aria-hidden="true" />}
            <span>{name}</span>
            {value && (
              <span className="w-pill-value">
                <FilterText field={field} column={column} value={value} />
              </span>
            )}
          </button>
        )}
      >
        {({ close }) => (
          <FilterEditor
            field={field}
            name={`${resource.name}.${column}`}
            value={value}
            codes={slots.filterCodes?.[column]}
            onApply={next => {
              set(next)
              close()
            }}
            onChange={set}
          />
        )}
      </Popover>
      {value && (
        <button
          type="button"
          className="w-pill-clear"
          aria-label={t('kit.clearFilter', { name })}
          onClick={() => set(undefined)}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  )
}

/** Largest number of values that are named; for more, only their number is shown. */
const NAMED = 2

/** Draws a filter in words: `营业, 停运`, `≥ 60`, `2031-02-01 – 2031-02-28`. */
function FilterText({ field, column, value }: { field: Field; column: string; value: FilterValue }) {
  const { resource, slots } = usePage()
  const words = useWords()
  const name = `${resource.name}.${column}`
  const { t, language } = words
  if ('is' in value) return <>{t(`kit.filter.${value.is}`)}</>
  const turn = 'not' in value && value.not ? `${t('kit.filter.not')} ` : ''
  if ('text' in value) return <>{turn + (slots.filterCodes?.[column]?.word(value.text, words) ?? value.text)}</>
  if ('values' in value) {
    if (filterShapeOf(field) === 'ref')
      return (
        <>
          {turn}
          <RefText of={field.of ?? ''} ids={value.values} />
        </>
      )
    const word = (one: string): string => {
      if (field.kind === 'boolean') return t(one === 'true' ? 'shared.yes' : 'shared.no')
      return choiceWord(words, field, name, one)
    }
    return <>{turn + listText(value.values.map(word), t)}</>
  }
  const show = (text: string): string => {
    const kind = ['money', 'price', 'energy', 'percent'].find(one => one === field.kind)
    // The list above contains exactly the decimal kinds.
    return kind && !Number.isNaN(Number(text))
      ? showEveryDigit(kind as DecimalKind, text, language)
      : field.kind === 'power'
        ? `${showEveryWatt(Number(text), language)} kW`
        : field.unit
          ? `${text} ${field.unit}`
          : text
  }
  if (value.from && value.to)
    return <>{value.from === value.to ? show(value.from) : `${show(value.from)} – ${show(value.to)}`}</>
  return <>{value.from ? `≥ ${show(value.from)}` : `≤ ${show(value.to ?? '')}`}</>
}

function listText(texts: readonly string[], t: (key: string, params: Record<string, number>) => string): string {
  return texts.length <= NAMED ? texts.join(', ') : t('kit.chosenCount', { count: texts.length })
}

function RefText({ of, ids }: { of: string; ids: readonly string[] }) {
  const { t } = useWords()
  const { options } = useRefOptions(of, '', ids, { enabled: false })
  return (
    <>
      {listText(
        ids.map(id => options.find(option => option.id === id)?.label ?? '…'),
        t,
      )}
    </>
  )
}
