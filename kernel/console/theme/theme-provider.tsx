import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd'
import enUS from 'antd/es/locale/en_US'
import { type ReactNode, useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { type Language, type Scheme, type Size, useSettings } from '../session/settings.ts'
import { watchMedia } from '../ui/media-query.ts'
import { useIsPhone } from '../ui/use-phone.ts'
import { WordsProvider } from '../words/spoken.tsx'
import { beforeLanguage } from '../words/words.ts'
import './base.css'
import '../resource/form.css'
import '../ui/kit.css'
import { type Palette, paletteOf, variableOf } from './palette.ts'
import { PERIOD_COLOURS } from './period-colours.ts'

type AntdLocale = NonNullable<Parameters<typeof ConfigProvider>[0]['locale']>

const LOCALES: Readonly<Record<Language, () => Promise<AntdLocale>>> = {
  zh: async () => (await import('antd/es/locale/zh_CN')).default,
  // The component library always bundles English.
  en: async () => enUS,
  es: async () => (await import('antd/es/locale/es_ES')).default,
}

/** Words of the component library, loaded before the language is shown. */
const useComponentWords = create<{ locale: AntdLocale | undefined }>()(() => ({ locale: undefined }))
export async function loadComponentWords(language: Language): Promise<void> {
  useComponentWords.setState({ locale: await LOCALES[language]() })
}
beforeLanguage(loadComponentWords)

interface Measures {
  /** Height of a control. */
  readonly control: number
  /** Height of a row of a table. */
  readonly row: number
  /** Size of running text; `fontS` is that of menus, tabs and tables, `fontXs` that of labels and chips. */
  readonly font: number
  readonly fontS: number
  readonly fontXs: number
  /** Height of an entry of the menu. */
  readonly entry: number
  /** Height of the line above the pages. */
  readonly bar: number
  /** Height of a chip that states something, such as a state or a tag. */
  readonly chip: number
  /** Height of a filter or a search of a list. */
  readonly filter: number
}

/** Measures in pixels by size; "mini" is the contract's densest. Each becomes the CSS variable `--w-<name>`. */
const MEASURES: Readonly<Record<Size, Measures>> = {
  medium: { control: 32, row: 40, font: 14, fontS: 13, fontXs: 12, entry: 34, bar: 44, chip: 20, filter: 28 },
  small: { control: 28, row: 34, font: 13, fontS: 12.5, fontXs: 11.5, entry: 30, bar: 40, chip: 18, filter: 26 },
  mini: { control: 24, row: 28, font: 12, fontS: 12, fontXs: 11, entry: 26, bar: 36, chip: 16, filter: 22 },
}

const useIsStill = watchMedia('(prefers-reduced-motion: reduce)')
const useSystemDark = watchMedia('(prefers-color-scheme: dark)')

function useIsDark(scheme: Scheme): boolean {
  const system = useSystemDark()
  return scheme === 'dark' || (scheme === 'system' && system)
}

/** Colour scheme that the shown page requests, which overrides the person's choice (the contract's meta `theme`). */
const useAsked = create<{ scheme: Scheme | null }>()(() => ({ scheme: null }))
export function setPageScheme(scheme: 'dark' | 'light' | null): void {
  useAsked.setState({ scheme })
}

/** Returns the present palette, for canvas drawings, which cannot read CSS variables. */
export function usePalette(): { palette: Palette; dark: boolean } {
  const { theme, scheme } = useSettings()
  const asked = useAsked(state => state.scheme)
  const dark = useIsDark(asked ?? scheme)
  const palette = useMemo(() => paletteOf(theme, dark), [theme, dark])
  return { palette, dark }
}

/** Both sizes of a switch on a phone: touch needs 24 px to see and more to hit, at every density (kit.css). */
const PHONE_SWITCH = {
  trackHeight: 24,
  trackHeightSM: 24,
  trackMinWidth: 44,
  trackMinWidthSM: 44,
  handleSize: 20,
  handleSizeSM: 20,
}

interface Screen {
  readonly isPhone: boolean
  /** The reader asked the system for less motion. */
  readonly isStill: boolean
}

function antdConfig(palette: Palette, dark: boolean, size: Size, { isPhone, isStill }: Screen): ThemeConfig {
  return {
    algorithm: dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    hashed: false,
    token: {
      motion: !isStill,
      colorPrimary: palette.solid,
      // White text is not readable on the library's own lighter hover colours.
      colorPrimaryHover: palette.solidHover,
      colorPrimaryActive: palette.solidHover,
      colorLinkHover: palette.link,
      colorErrorHover: palette.bad,
      colorErrorText: palette.bad,
      colorLink: palette.link,
      colorSuccess: palette.good,
      colorWarning: palette.wait,
      colorError: palette.bad,
      colorText: palette.text,
      colorTextSecondary: palette.text2,
      colorTextTertiary: palette.text3,
      colorTextPlaceholder: palette.text3,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surface,
      colorBgLayout: palette.ground,
      colorBorder: palette.lineStrong,
      colorBorderSecondary: palette.line,
      // Lists of choices have the edge of the other panels: without one, a dark list runs into the form below it.
      boxShadowSecondary: `0 0 0 1px ${palette.line}, ${palette.shadow}`,
      borderRadius: 6,
      fontFamily: 'inherit',
      fontSize: MEASURES[size].font,
      controlHeight: MEASURES[size].control,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
    },
    components: {
      // Text colours on buttons: the library's hover colour is made for white text, and its dark algorithm dims the red of
      // dangerous ones.
      Button: {
        defaultHoverColor: palette.link,
        defaultHoverBorderColor: palette.link,
        defaultActiveColor: palette.link,
        defaultActiveBorderColor: palette.link,
        colorError: palette.bad,
        colorErrorHover: palette.bad,
        colorErrorActive: palette.bad,
        dangerColor: dark ? palette.ground : '#fff',
      },
      ...(isPhone ? { Switch: PHONE_SWITCH } : {}),
    },
  }
}

function applyVariables(palette: Palette, dark: boolean, size: Size): void {
  const { style, dataset } = document.documentElement
  for (const [name, colour] of Object.entries(palette)) style.setProperty(variableOf(name), colour)
  for (const [name, px] of Object.entries(MEASURES[size])) style.setProperty(variableOf(name), `${px}px`)
  for (const [period, colour] of Object.entries(PERIOD_COLOURS)) style.setProperty(`--w-period-${period}`, colour)
  style.colorScheme = dark ? 'dark' : 'light'
  dataset.size = size
}

const nonce =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')

/** Provides colours, sizes and the component library's words to everything inside. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { language, size } = useSettings()
  const { palette, dark } = usePalette()
  const locale = useComponentWords(state => state.locale)
  useEffect(() => applyVariables(palette, dark, size), [palette, dark, size])
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : language
  }, [language])
  const isPhone = useIsPhone()
  const isStill = useIsStill()
  const config = useMemo(
    () => antdConfig(palette, dark, size, { isPhone, isStill }),
    [palette, dark, size, isPhone, isStill],
  )
  return (
    <ConfigProvider
      theme={config}
      csp={{ nonce }}
      {...(locale ? { locale } : {})}
      button={{ autoInsertSpace: false }}
      // Popups of controls inside a dialog or popover must be in the same top layer.
      getPopupContainer={trigger => trigger?.closest<HTMLElement>('.w-calendar-here,dialog,[popover]') ?? document.body}
    >
      <WordsProvider>{children}</WordsProvider>
    </ConfigProvider>
  )
}
