import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadCode, missingCode } from './missing-code.ts'
import { ErrorState } from './states.tsx'

export type LazyPart<P> = ComponentType<P> & {
  readonly preload: () => void
  /** Resolves when the part is loaded, or when loading fails, which the part then shows itself. */
  readonly ready: () => Promise<void>
}

/**
 * Returns a component in a chunk of its own. Unlike `React.lazy` it is shown within a frame of its arrival, because React delays
 * content after a shown fallback by about 300 ms. Call `preload` on hover or when idle.
 *
 * @param waiting shown until the part is there; a part that fills a page needs one, a small one is better off with nothing
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): LazyPart<P> {
  let part: ComponentType<P> | undefined
  let coming: Promise<ComponentType<P>> | undefined

  const fetchPart = async (): Promise<ComponentType<P>> => {
    coming ??= loadCode(load)
    try {
      part = await coming
      return part
    } catch (error) {
      coming = undefined
      throw error
    }
  }

  function Lazy(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | undefined>(() => part)
    const [error, setError] = useState<unknown>()
    const [attempt, setAttempt] = useState(0)
    useEffect(() => {
      if (Part) return
      let here = true
      fetchPart().then(
        loaded => here && setPart(() => loaded),
        async (failure: unknown) => {
          const shown = await missingCode(failure, attempt > 0)
          if (here) setError(shown)
        },
      )
      return () => {
        here = false
      }
    }, [Part, attempt])
    if (Part) return <Part {...props} />
    const retry = (): void => {
      setError(undefined)
      setAttempt(attempt + 1)
    }
    return error === undefined ? waiting : <ErrorState error={error} onRetry={retry} />
  }
  const ready = async (): Promise<void> => {
    await fetchPart().catch(() => undefined)
  }
  return Object.assign(Lazy, { ready, preload: (): void => void ready() })
}
