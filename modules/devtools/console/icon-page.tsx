import * as drawings from '@ant-design/icons'
import {
  copyText,
  EmptyState,
  Icon,
  PageHeader,
  paletteOf,
  SearchInput,
  toast,
  useSettings,
  useWords,
} from '@wattyard/console-kit'
import { ICONS } from '@wattyard/pages'
import { type ComponentType, createElement, type ReactNode, useState } from 'react'
import './devtools.css'

/** Source texts of all screens: the icons they name are the ones in the product. This page is in no production bundle. */
const sources = import.meta.glob<string>(
  ['../../../{apps,kernel,modules}/**/*.tsx', '!**/*.test.tsx', '!**/node_modules/**'],
  { query: '?raw', import: 'default', eager: true },
)
const NAME = /\b[A-Z][A-Za-z]+(?:Outlined|Filled|TwoTone)\b/g
/** Sizes in pixels: beside text, in the menu, on an empty page. */
const SIZES = [14, 20, 32] as const

interface Shown {
  readonly name: string
  readonly drawing: ReactNode
}

function shippedIcons(): Shown[] {
  const names = new Set(Object.values(sources).flatMap(text => text.match(NAME) ?? []))
  const all: Readonly<Record<string, unknown>> = drawings
  return [...names]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .flatMap(name => {
      const Drawing = all[name]
      // Every export of the library with such a name is a component.
      return Drawing ? [{ name, drawing: createElement(Drawing as ComponentType) }] : []
    })
}

const REGISTRY: readonly Shown[] = ICONS.map(name => ({ name, drawing: createElement(Icon, { name }) }))
const SHIPPED: readonly Shown[] = shippedIcons()

/** Draws `/test/icon`: every icon with its name, in both schemes and three sizes; a press copies the name. */
export function Page() {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const fits = ({ name }: Shown) => name.toLowerCase().includes(wanted)
  const groups = [
    { key: 'registry', list: REGISTRY.filter(fits) },
    { key: 'shipped', list: SHIPPED.filter(fits) },
  ].filter(({ list }) => list.length > 0)
  return (
    <div className="w-page">
      <PageHeader
        title={t('route./test/icon')}
        note={t('devtools.icon.count', { count: REGISTRY.length + SHIPPED.length })}
      >
        <SearchInput label={t('devtools.icon.search')} value={typed} onChange={setTyped} width={240} />
      </PageHeader>
      {groups.length === 0 && <EmptyState title={t('devtools.icon.none')} />}
      {groups.map(({ key, list }) => (
        <section key={key} className="w-card w-card-pad">
          <h2 className="devtools-icon-head">
            {t(`devtools.icon.${key}`)}{' '}
            <span className="w-quiet">{t('devtools.icon.count', { count: list.length })}</span>
          </h2>
          <div className="devtools-icons">
            {list.map(one => (
              <IconCard key={one.name} {...one} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function IconCard({ name, drawing }: Shown) {
  const { t } = useWords()
  const { theme } = useSettings()
  const copy = async (): Promise<void> => {
    if (await copyText(name)) toast.good(t('devtools.icon.copied', { name }))
  }
  return (
    <button type="button" className="devtools-icon" title={name} onClick={() => void copy()}>
      {[false, true].map(dark => {
        const palette = paletteOf(theme, dark)
        return (
          <span
            key={String(dark)}
            className="devtools-icon-row"
            title={t(dark ? 'devtools.icon.dark' : 'devtools.icon.light')}
            style={{ background: palette.surface, color: palette.text }}
          >
            {SIZES.map(size => (
              <span key={size} style={{ fontSize: size }}>
                {drawing}
              </span>
            ))}
          </span>
        )
      })}
      <span className="devtools-icon-name">{name}</span>
    </button>
  )
}
