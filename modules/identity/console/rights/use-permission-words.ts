import { needWords, useWords } from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { permissionParts, permissionWords } from '../../contract/permission.ts'

/** Words of permissions, which belong to every module there is: loaded when somebody looks at them. */
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
