import { useCallback, useState } from 'react'
import { keep } from '../../session/settings.ts'
import { useSession } from '../../session/session.ts'

/**
 * A person's column settings of one list. Fields that `order` omits follow their neighbour in the definition, shown, at their own
 * width.
 */
export interface ColumnSettings {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Columns that the person ticked: they are shown even where a wide table has no room for them. */
  readonly shown: readonly string[]
  /** Widths in pixels, from MIN_WIDTH to MAX_WIDTH. */
  readonly widths: Readonly<Record<string, number>>
}

export const NO_SETTINGS: ColumnSettings = { order: [], hidden: [], shown: [], widths: {} }
export const MIN_WIDTH = 56
export const MAX_WIDTH = 800

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const without = (all: readonly string[], some: readonly string[]): string[] => all.filter(one => !some.includes(one))

/** Returns settings from stored JSON; NO_SETTINGS for anything else. */
export function readColumnSettings(stored: unknown): ColumnSettings {
  if (stored === null || typeof stored !== 'object') return NO_SETTINGS
  const { order, hidden, shown, widths } = stored as Partial<Record<keyof ColumnSettings, unknown>> // each part is checked below
  const pairs = widths !== null && typeof widths === 'object' ? Object.entries(widths) : []
  return {
    order: texts(order),
    hidden: texts(hidden),
    // Settings from before tables fitted themselves: whoever hid some columns saw all others.
    shown: shown === undefined && texts(hidden).length > 0 ? without(texts(order), texts(hidden)) : texts(shown),
    widths: Object.fromEntries(
      pairs.filter(
        (pair): pair is [string, number] => typeof pair[1] === 'number' && pair[1] >= MIN_WIDTH && pair[1] <= MAX_WIDTH,
      ),
    ),
  }
}

/** Returns all columns in the person's order. A column added since then follows its neighbour in the definition. */
export function orderColumns(columns: readonly string[], settings: ColumnSettings): string[] {
  const ordered = settings.order.filter(key => columns.includes(key))
  columns.forEach((key, index) => {
    if (ordered.includes(key)) return
    const before = columns
      .slice(0, index)
      .reverse()
      .find(one => ordered.includes(one))
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, key)
  })
  return ordered
}

/** Returns the shown columns in order. When all are hidden the first is shown, so that the table has something to click. */
export function shownColumns(columns: readonly string[], settings: ColumnSettings): string[] {
  const ordered = orderColumns(columns, settings)
  const shown = ordered.filter(key => !settings.hidden.includes(key))
  return shown.length > 0 ? shown : ordered.slice(0, 1)
}

/** Returns the settings with a column ticked, or no longer; a tick is the person's own choice, whatever there is room for. */
export function withTick(
  columns: readonly string[],
  settings: ColumnSettings,
  key: string,
  isOn: boolean,
): ColumnSettings {
  return {
    ...settings,
    order: orderColumns(columns, settings),
    hidden: isOn ? without(settings.hidden, [key]) : [...settings.hidden, key],
    shown: isOn ? [...settings.shown, key] : without(settings.shown, [key]),
  }
}

/** Returns the settings with a column moved to index `to` among all columns, hidden ones included. */
export function moveColumn(
  columns: readonly string[],
  settings: ColumnSettings,
  key: string,
  to: number,
): ColumnSettings {
  const order = orderColumns(columns, settings).filter(one => one !== key)
  order.splice(Math.max(0, Math.min(to, order.length)), 0, key)
  return { ...settings, order }
}

/** Returns the settings with another width of a column, within the limits. */
export function withWidth(settings: ColumnSettings, key: string, width: number): ColumnSettings {
  const bounded = Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)))
  return { ...settings, widths: { ...settings.widths, [key]: bounded } }
}

/** Returns the settings of a page and a setter; they are stored in this browser for this person. */
export function useColumnSettings(page: string): [ColumnSettings, (settings: ColumnSettings) => void] {
  const userId = useSession(session => session.me?.user.id ?? '')
  const name = `wattyard.columns.${userId}.${page}`
  const [settings, setSettings] = useState(() => parse(keep.read(name)))
  const change = useCallback(
    (next: ColumnSettings) => {
      setSettings(next)
      keep.write(name, JSON.stringify(next))
    },
    [name],
  )
  return [settings, change]
}

function parse(text: string | null): ColumnSettings {
  try {
    return readColumnSettings(JSON.parse(text ?? 'null'))
  } catch {
    return NO_SETTINGS
  }
}
