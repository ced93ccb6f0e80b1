import { SearchOutlined } from '@ant-design/icons'
import { lazyPart, useSettings, useWords } from '@wattyard/console-kit'
import { useEffect } from 'react'
import { create } from 'zustand'
import { type Shortcut, shortcutOf } from './shortcuts.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const KeyHelp = lazyPart(async () => (await import('./key-help.tsx')).KeyHelp)

const useOpen = create<{ readonly open: Shortcut | null }>()(() => ({ open: null }))
export const openPalette = (): void => useOpen.setState({ open: 'palette' })
export const openKeyHelp = (): void => useOpen.setState({ open: 'help' })
const close = (): void => useOpen.setState({ open: null })

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="textbox"]'

/** Once in the shell: listens for the keys and shows what they open. */
export function PaletteHost() {
  const { open } = useOpen()
  useEffect(() => {
    const byKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
      const what = shortcutOf(event, isTyping, useSettings.getState().singleKeys)
      if (what === undefined) return
      event.preventDefault()
      useOpen.setState(state => ({ open: state.open === what ? null : what }))
    }
    document.addEventListener('keydown', byKey)
    return () => document.removeEventListener('keydown', byKey)
  }, [])
  if (open === 'palette') return <Palette onClose={close} />
  return open === 'help' ? <KeyHelp onClose={close} /> : null
}

/** For who does not know the key. */
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
