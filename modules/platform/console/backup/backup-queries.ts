import { backupStatus } from '../../contract/calls/backup.ts'
import { useQuery } from '@tanstack/react-query'
import { api, useLiveRefresh } from '@wattyard/console-kit'
import { backup } from '../../contract/backup.ts'

/** Reads the state of the backups, again whenever one of the jobs starts or ends. */
export function useBackupStatus() {
  useLiveRefresh(['platform.schedule'], [backup.name])
  return useQuery({
    queryKey: [backup.name, 'status'],
    queryFn: ({ signal }) => api.call(backupStatus, {}, { signal, lane: 'page', quiet: true }),
  })
}
