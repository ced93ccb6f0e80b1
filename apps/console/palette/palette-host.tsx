import { SearchOutlined } from '@ant-design/icons'
import { lazyPart, useSettings, useWords } from '@wattyard/console-kit'
import { useEffect } from 'react'
import { create } from 'zustand'
import { typedBefore } from './keys-before.ts'
import { type Shortcut, shortcutOf } from './shortcuts.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const KeyHelp = lazyPart(async () => (await import('./key-help.tsx')).KeyHelp)

const useOpen = create<{ readonly open: Shortcut | null }>()(() => ({ open: null }))

/** Text typed between the shortcut and the palette's first load; null when the palette is not being loaded. */
let waiting: { text: string; stop: () => void } | null = null

function keepKeys(): void {
  waiting?.stop()
  const keep = (event: KeyboardEvent): void => {
    const text = waiting && typedBefore(waiting.text, event)
    if (waiting && event.key === 'Escape') return closeAll()
    if (waiting === null || text === null) return
    // Otherwise the text would reach the focused element behind.
    event.preventDefault()
    event.stopPropagation()
    waiting.text = text
  }
  document.addEventListener('keydown', keep, true)
  waiting = {
    text: '',
    stop() {
      document.removeEventListener('keydown', keep, true)
      waiting = null
    },
  }
}

function closeAll(): void {
  waiting?.stop()
  useOpen.setState({ open: null })
}

/** The text typed so far, and a function that ends the capture; the palette uses both when it is loaded. */
const early = { text: () => waiting?.text ?? '', stop: () => waiting?.stop() }

export const openPalette = (): void => {
  keepKeys()
  useOpen.setState({ open: 'palette' })
}
export const openKeyHelp = (): void => {
  waiting?.stop()
  useOpen.setState({ open: 'help' })
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="textbox"]'

/** Listens for the shortcuts and shows what they open; the shell mounts it once. */
export function PaletteHost() {
  const { open } = useOpen()
  useEffect(() => {
    const byKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
      const what = shortcutOf(event, isTyping, useSettings.getState().singleKeys)
      if (what === undefined) return
      event.preventDefault()
      if (useOpen.getState().open === what) closeAll()
      else if (what === 'palette') openPalette()
      else openKeyHelp()
    }
    document.addEventListener('keydown', byKey)
    return () => document.removeEventListener('keydown', byKey)
  }, [])
  if (open === 'palette') return <Palette early={early} onClose={closeAll} />
  return open === 'help' ? <KeyHelp onClose={closeAll} /> : null
}

/** Draws a button for people who do not know the shortcut. */
export function PaletteButton() {
  const { t } = useWords()
  const label = `${t('shell.palette.title')} (Ctrl K)`
  return (
    <button
      type="button"
      className="w-icon-button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={label}
      title={label}
      onPointerEnter={Palette.preload}
      onClick={openPalette}
    >
      <SearchOutlined />
    </button>
  )
}
