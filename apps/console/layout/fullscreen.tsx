import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { IconButton, toast, translate, useWords } from '@wattyard/console-kit'
import { useSyncExternalStore } from 'react'

function useIsFullscreen(): boolean {
  return useSyncExternalStore(
    listener => {
      document.addEventListener('fullscreenchange', listener)
      return () => document.removeEventListener('fullscreenchange', listener)
    },
    () => document.fullscreenElement !== null,
  )
}

/** Toggles full screen; a browser without it shows a message (contract §8). */
export async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    toast.warn(translate('shell.fullscreenMissing'))
  }
}

/** Draws the button of the full screen. */
export function FullscreenButton() {
  const { t } = useWords()
  const isFull = useIsFullscreen()
  const label = t(isFull ? 'shell.fullscreenLeave' : 'shell.fullscreen')
  return (
    <IconButton
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      label={label}
      onClick={() => void toggleFullscreen()}
    />
  )
}
