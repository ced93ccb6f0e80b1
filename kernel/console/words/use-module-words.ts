import { startTransition, useEffect, useState } from 'react'
import { needWords } from './words.ts'

/**
 * Loads the words of modules that a part names only once its data is there. Returns whether all of them are shown already: until
 * then a part draws its skeleton, because a key is no text. A chunk that fails is tried again with the next change of the modules.
 */
export function useModuleWords(modules: readonly string[]): boolean {
  const wanted = [...new Set(modules)].filter(Boolean).toSorted().join(' ')
  const [loaded, setLoaded] = useState('')
  useEffect(() => {
    let isHere = true
    needWords(...wanted.split(' ').filter(Boolean)).then(
      // In one transition with the words themselves, which the provider gives out likewise.
      () =>
        startTransition(() => {
          if (isHere) setLoaded(wanted)
        }),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [wanted])
  return loaded === wanted
}
