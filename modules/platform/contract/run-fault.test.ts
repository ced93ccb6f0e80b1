import { expect, test } from 'vitest'
import { faultOf } from './run-fault.ts'

test.each([
  ["Error: EEXIST: file already exists, mkdir '/var/backups'", 'blocked'],
  ["Error: ENOTDIR: not a directory, open '/srv/a/b.wyb'", 'blocked'],
  ["Error: EACCES: permission denied, open '/srv/b.wyb.1.part'", 'denied'],
  ['BackupFault: /srv is full; nothing was kept', 'noSpace'],
  ['BackupFault: /srv has 12 MiB free; 400 MiB are needed and 256 MiB have to stay', 'noSpace'],
  ['Error: b.wyb: the file is not there', 'missing'],
  ['Error: b.wyb: the file is in none of the folders of backups', 'elsewhere'],
  ['BackupFault: the passphrase does not open this backup', 'passphrase'],
  ['BackupFault: the backup is damaged: a chunk is missing', 'damaged'],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'unreachable'],
  ['Error: something else', 'other'],
] as const)('%s is told as %s', (error, fault) => expect(faultOf(error)).toBe(fault))
