import { needWords, useWords } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { permissionParts, permissionWords } from '../../contract/permission.ts'

/** Returns the words of permissions. They belong to many modules and are loaded on demand. */
export function usePermissionWords(permissions: readonly string[]) {
  const { t } = useWords()
  const modules = [...new Set(permissions.map(one => permissionParts(one).module))].toSorted().join(' ')
  const [loaded, setLoaded] = useState('')
  useEffect(() => {
    let isHere = true
    void needWords(...modules.split(' ').filter(Boolean)).then(() => isHere && setLoaded(modules))
    return () => {
      isHere = false
    }
  }, [modules])
  return {
    isReady: loaded === modules,
    moduleWord: (permission: string) => t(permissionWords(permission).module),
    nounWord: (permission: string) => t(permissionWords(permission).noun),
    actionWord: (permission: string) => t(permissionWords(permission).action),
  }
}
