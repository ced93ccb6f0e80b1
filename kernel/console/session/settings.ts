import type { Language } from '@wattyard/resource'
import { create } from 'zustand'

export type { Language } from '@wattyard/resource'
export const LANGUAGES: readonly Language[] = ['zh', 'en', 'es']
export type Size = 'medium' | 'small' | 'mini'
export const SIZES: readonly Size[] = ['medium', 'small', 'mini']
export type Scheme = 'light' | 'dark' | 'system'
/** Contract §9. */
export const DEFAULT_THEME = '#409EFF'

/** What is shown after the shown tab was closed: the contract's last one, or the one shown before it. */
export type AfterClosing = 'last' | 'previous'

/** What a person chose about the console's looks and manners; kept in this browser. */
export interface Settings {
  readonly language: Language
  readonly size: Size
  readonly theme: string
  readonly scheme: Scheme
  readonly afterClosing: AfterClosing
  /** Shortcuts of one key without Ctrl; who speaks to the computer may want them off (WCAG 2.2, 2.1.4). */
  readonly singleKeys: boolean
}

const STORE_KEY = 'wattyard.settings'
const DEFAULTS: Settings = {
  language: 'zh',
  size: 'medium',
  theme: DEFAULT_THEME,
  scheme: 'light',
  afterClosing: 'last',
  singleKeys: true,
}

/** Settings from stored text; anything unknown falls back to its default. */
export function readSettings(text: string | null): Settings {
  let stored: Partial<Record<keyof Settings, unknown>> = {}
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    if (parsed !== null && typeof parsed === 'object') stored = parsed
  } catch {
    return DEFAULTS
  }
  const oneOf = <T>(allowed: readonly T[], value: unknown, fallback: T): T =>
    allowed.find(one => one === value) ?? fallback
  return {
    language: oneOf(LANGUAGES, stored.language, DEFAULTS.language),
    size: oneOf(SIZES, stored.size, DEFAULTS.size),
    theme: typeof stored.theme === 'string' && /^#[0-9a-fA-F]{6}$/.test(stored.theme) ? stored.theme : DEFAULTS.theme,
    scheme: oneOf<Scheme>(['light', 'dark', 'system'], stored.scheme, DEFAULTS.scheme),
    singleKeys: stored.singleKeys !== false,
    afterClosing: oneOf<AfterClosing>(['last', 'previous'], stored.afterClosing, DEFAULTS.afterClosing),
  }
}

/** Browser storage that may be missing, full or forbidden: losing a preference must never break a page. */
export const keep = {
  read(key: string): string | null {
    try {
      return globalThis.localStorage?.getItem(key) ?? null
    } catch {
      return null
    }
  },
  /** Says whether it will still be there after the page has closed. */
  write(key: string, value: string): boolean {
    try {
      globalThis.localStorage?.setItem(key, value)
      return true
    } catch {
      // Private mode or a full store: the choice lasts until the page closes.
      return false
    }
  },
  drop(key: string): void {
    try {
      globalThis.localStorage?.removeItem(key)
    } catch {
      // What cannot be written cannot be there either.
    }
  },
}

export const useSettings = create<Settings>()(() => readSettings(keep.read(STORE_KEY)))
useSettings.subscribe(settings => keep.write(STORE_KEY, JSON.stringify(settings)))

/** The only way to change a setting, so that it is stored. Languages are changed by `changeLanguage`, which loads words first. */
export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change)
}
