import type { Language } from '@wattyard/resource'
import { create } from 'zustand'

export type { Language } from '@wattyard/resource'
export const LANGUAGES: readonly Language[] = ['zh', 'en', 'es']
export type Size = 'medium' | 'small' | 'mini'
export const SIZES: readonly Size[] = ['medium', 'small', 'mini']
export type Scheme = 'light' | 'dark' | 'system'
/** Default theme colour (contract §9). */
export const DEFAULT_THEME = '#409EFF'

/** Tab shown after the shown one was closed: the contract's last one, or the one shown before. */
export type AfterClosing = 'last' | 'previous'

/** A person's choices about the look and behaviour of the console; kept in this browser. */
export interface Settings {
  readonly language: Language
  readonly size: Size
  readonly theme: string
  readonly scheme: Scheme
  readonly afterClosing: AfterClosing
  /** Single-key shortcuts without Ctrl. People who use speech input may need them off (WCAG 2.2, 2.1.4). */
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

/** Reads settings from stored text; unknown values become their defaults. */
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

/** Browser storage that may be missing, full or forbidden. Losing a preference must never break a page. */
export const keep = {
  read(key: string): string | null {
    try {
      return globalThis.localStorage?.getItem(key) ?? null
    } catch {
      return null
    }
  },
  /** Stores a value; returns whether it will survive the page. */
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
      // Storage that cannot be written holds nothing to delete.
    }
  },
}

export const useSettings = create<Settings>()(() => readSettings(keep.read(STORE_KEY)))
useSettings.subscribe(settings => keep.write(STORE_KEY, JSON.stringify(settings)))

/**
 * Changes settings and stores them; settings must not be changed in any other way. `changeLanguage` changes the language, because
 * it loads the words first.
 */
export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change)
}
