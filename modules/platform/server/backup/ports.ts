import type { Readable } from 'node:stream'
import type { Caller, RawCall } from '@wattyard/server-kit'
import type { BackupFileRow } from './backup-rows.ts'

/** What the house below knows: files, engines and keys are no business of a module. */
export interface BackupService {
  /** Folders this installation may write to; never empty. */
  folders: readonly string[]
  sealed: boolean
  keyName: string
  /** Makes one in a process of its own and writes it down; gives what there is to say. */
  make(cause: 'schedule' | 'asked', signal: AbortSignal): Promise<string>
  /** Restores one into a database of its own and writes the verdict down. */
  verify(backup: BackupFileRow, signal: AbortSignal): Promise<string>
  /** Bytes of a file that lies in one of the folders; null when it is gone. */
  open(backup: BackupFileRow): { bytes: Readable; size: number } | null
  /** Removes the file, if it lies in one of the folders. */
  remove(backup: BackupFileRow): void
  free_bytes(folder: string): number | null
}

export interface BackupPorts {
  /** Null where there is nothing to make backups of, as in tests. */
  service: BackupService | null
  /** Asks for the password once more, as identity does it. */
  confirmPassword(call: RawCall<{ password: string; key: string }>): Promise<Caller>
  /** Key of links that are good for a minute. */
  linkKey: Uint8Array
  now(): number
}
