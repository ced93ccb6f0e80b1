/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the combobox of the APG: the input keeps the focus and hears the keys, and no native list has groups of two-part rows */
import { Dialog, isOpenable, may, needWords, useSession, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { titleKey } from '@wattyard/pages'
import { menuOf, userMenuRoutesOf } from '../layout/menu-tree.ts'
import { builtRoutes, MODULES } from '../routes/modules.ts'
import { titleOf, useTabs } from '../tabs/tab-store.ts'
import { addressOf, MAX_SOUGHT, narrowed, type OfferedAction, offeredActions, type Section } from './palette-items.ts'
import { useRecords } from './use-records.ts'
import './palette.css'

const RECENT = 5
/** Smallest number of characters for a search of records; fewer would match too many. */
const MIN_SOUGHT = 2

/** Returns the actions once the words of their modules are loaded. */
function useActions(): readonly OfferedAction[] {
  const me = useSession(session => session.me)
  const actions = useMemo(() => offeredActions(MODULES, { isOpenable, may: permission => may(me, permission) }), [me])
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let here = true
    // Without their words the actions are left out; pages can still be opened.
    needWords(...new Set(actions.map(action => action.module))).then(
      () => here && setReady(true),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [actions])
  return ready ? actions : []
}

interface PaletteProps {
  /** Text typed while this was loading; it becomes the start of the input. */
  readonly early: { readonly text: () => string; readonly stop: () => void }
  readonly onClose: () => void
}

/** Draws the palette, which finds pages, recent tabs and actions by a few letters (APG "combobox" with a list box). */
export function Palette({ early, onClose }: PaletteProps) {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const tabs = useTabs()
  const navigate = useNavigate()
  const id = useId()
  const actions = useActions()
  const [typed, setTyped] = useState(early.text)
  const [at, setAt] = useState(0)
  /** The action whose record is being chosen. */
  const [choosing, setChoosing] = useState<OfferedAction | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => early.stop(), [early])

  const go = (address: string): void => {
    onClose()
    void navigate(address)
  }
  const goOutside = (link: string): void => {
    onClose()
    window.open(link, '_blank', 'noopener,noreferrer')
  }
  const begin = (action: OfferedAction, record: string | null): void =>
    go(addressOf(action, record, tabs.tabs.find(tab => tab.path === action.page)?.search ?? ''))
  const seekers = actions.filter(action => action.target && action.opens === undefined)
  const isSeeking = choosing !== null || typed.trim().length >= MIN_SOUGHT
  const { found, loading } = useRecords(choosing ? [choosing] : isSeeking ? seekers : [], typed)
  const records: Section = {
    key: 'records',
    items: found.map(({ action, option }) => ({
      key: `${action.word}:${option.id}`,
      label: option.label,
      hint: [option.beside, t(action.word)].filter(Boolean).join(' · '),
      run: () => begin(action, option.id),
    })),
  }
  const choose = (action: OfferedAction): void => {
    setChoosing(action)
    setTyped('')
    setAt(0)
  }
  const sections = narrowed(
    choosing
      ? [records]
      : [
          {
            key: 'recent',
            items: tabs.visits
              .toReversed()
              .slice(1, RECENT + 1)
              .map(path => {
                const tab = tabs.tabs.find(one => one.path === path)
                return { key: path, label: titleOf(path), hint: '', run: () => go(path + (tab?.search ?? '')) }
              }),
          },
          {
            key: 'actions',
            items: actions.map(action => ({
              key: action.word,
              label: t(action.word),
              hint: titleOf(action.page),
              run: () => (action.target ? choose(action) : begin(action, null)),
            })),
          },
          {
            key: 'pages',
            items: [
              ...menuOf(builtRoutes(), me).flatMap(({ group, entries }) =>
                entries.map(({ key, link }) => ({
                  key,
                  label: t(titleKey(key)),
                  hint: t(titleKey(group)),
                  run: () => (link === undefined ? go(key) : goOutside(link)),
                })),
              ),
              ...userMenuRoutesOf(builtRoutes(), me).map(({ path }) => ({
                key: path,
                label: t(titleKey(path)),
                hint: '',
                run: () => go(path),
              })),
            ],
          },
          records,
        ],
    typed,
  )
  const items = sections.flatMap(section => section.items)
  const current = Math.min(at, items.length - 1)
  const optionId = (index: number): string => `${id}-${index}`
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, typed])

  const byKey = (event: KeyboardEvent): void => {
    // The key that ends the composition of a Chinese word chooses nothing.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && typed === '' && choosing) setChoosing(null)
    if (event.key === 'Enter') {
      event.preventDefault()
      items[current]?.run()
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || items.length === 0) return
    event.preventDefault()
    setAt((current + by + items.length) % items.length)
  }
  const place = choosing ? t('shell.palette.chooseFor', { action: t(choosing.word) }) : t('shell.palette.placeholder')
  return (
    <Dialog open width={620} title={choosing ? t(choosing.word) : t('shell.palette.title')} onClose={onClose}>
      <div className="s-palette">
        <input
          className="w-input"
          type="text"
          role="combobox"
          data-autofocus=""
          autoComplete="off"
          spellCheck={false}
          aria-label={place}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? optionId(current) : undefined}
          placeholder={place}
          maxLength={MAX_SOUGHT}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={byKey}
        />
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={place} className="s-palette-list">
          {sections.map(section => (
            <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`}>
              <div id={`${id}-${section.key}`} className="s-palette-head" role="presentation">
                {t(`shell.palette.section.${section.key}`)}
              </div>
              {section.items.map(item => {
                const mine = items.indexOf(item)
                return (
                  <div
                    key={item.key}
                    id={optionId(mine)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={mine === current}
                    className="s-palette-item"
                    onPointerMove={() => setAt(mine)}
                    onClick={item.run}
                  >
                    <span className="w-grow w-clip">{item.label}</span>
                    <span className="s-palette-hint w-clip">{item.hint}</span>
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        <output className="s-palette-none">
          {items.length > 0 ? '' : t(loading ? 'kit.loading' : 'kit.noMatch')}
          {items.length > 0 && <span className="w-sr">{t('shell.palette.count', { count: items.length })}</span>}
        </output>
      </div>
    </Dialog>
  )
}
