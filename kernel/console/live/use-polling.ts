import { useEffect, useEffectEvent } from 'react'

/**
 * Runs `task` now and again `ms` after each run has ended, while the page and the browser tab are shown. Prefer `useLive`;
 * polling is for data that the server does not announce.
 */
export function usePolling(task: (signal: AbortSignal) => Promise<void>, ms: number): void {
  const run = useEffectEvent(task)
  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const round = async (): Promise<void> => {
      timer = undefined
      try {
        if (document.visibilityState === 'visible') await run(abort.signal)
      } catch {
        // The task shows its own failure; the next run follows anyway.
      }
      if (!abort.signal.aborted) timer = setTimeout(() => void round(), ms)
    }
    const onShow = (): void => {
      if (document.visibilityState !== 'visible' || timer === undefined) return
      clearTimeout(timer)
      void round()
    }
    void round()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      abort.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [ms])
}
