import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { file } from '../../contract/records/file.ts'
import { run } from '../../contract/records/run.ts'
import { Actor } from '../actor.tsx'
import { PartSwitch } from '../part-switch.tsx'
import { FileHead } from './file-head.tsx'
import { Findings } from './findings.tsx'
import { RowsOfFile } from './rows-of-file.tsx'
import { OpenUpload, UploadHelp } from './upload-help.tsx'
import './files.css'

const SLOTS: ResourceSlots = {
  toolbar: () => (
    <>
      <PartSwitch />
      <OpenUpload />
    </>
  ),
  widths: { name: 240, firstDay: 108, lastDay: 108, state: 96, rows: 88 },
  cells: { actor: Actor },
  formFoot: UploadHelp,
  head: FileHead,
  figures: [
    { field: 'rows', when: ({ rows }) => rows !== null },
    { field: 'income', when: ({ income }) => income !== null },
    { field: 'expense', when: ({ expense }) => expense !== null },
    { field: 'fees', when: ({ fees }) => fees !== null },
  ],
  inSections: ['state', 'fault'],
  tabs: ['findings', 'rows', 'data'],
  factsTab: 'data',
  sections: [
    { key: 'findings', title: 'reconciliation.findings.title', Show: Findings, tab: 'findings' },
    {
      key: 'rows',
      title: 'reconciliation.row.nouns',
      Show: RowsOfFile,
      needs: 'reconciliation.row:read',
      tab: 'rows',
    },
  ],
}

/** Draws the files of channels: what each says, what was found in it, and its rows. */
export function FilesPart() {
  return <ResourcePage resource={file} slots={SLOTS} topics={[run.name]} />
}
