import { SyncOutlined, UploadOutlined } from '@ant-design/icons'
import {
  anyResource,
  CommandDialog,
  DIALOG_PARAM,
  type ListState,
  useInvalidate,
  useMay,
  useToday,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { addDays, businessDay } from '@wattyard/time'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { file } from '../../contract/records/file.ts'
import { outcome } from '../../contract/records/outcome.ts'
import { run } from '../../contract/records/run.ts'
import { UPLOAD } from '../files/upload-help.tsx'
import { chosenIn, useNamedChannels } from './chosen.ts'

const RUN = anyResource(run)

/** Draws the buttons that compare days anew and lead to the upload of a file. */
export function ResultsTools({ filters }: { readonly filters: ListState['filters'] }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const mayCompare = useMay(`${run.name}:compare`)
  const mayUpload = useMay(`${file.name}:create`)
  const [isAsked, setAsked] = useState(false)
  const { channel } = chosenIn(filters)
  const upload = new URLSearchParams({
    part: 'files',
    [DIALOG_PARAM]: UPLOAD,
    ...(channel && { 'f.channel': channel }),
  })
  return (
    <>
      {mayCompare && channel !== null && (
        <Button icon={<SyncOutlined />} onClick={() => setAsked(true)}>
          {t('reconciliation.run.compare')}
        </Button>
      )}
      {mayUpload && (
        <Button
          type="primary"
          icon={<UploadOutlined />}
          onClick={() => void navigate(`/cwdata4/TradeNBill?${upload.toString()}`)}
        >
          {t('reconciliation.file.create')}
        </Button>
      )}
      {isAsked && <Compare filters={filters} onDone={() => setAsked(false)} />}
    </>
  )
}

function Compare({ filters, onDone }: { readonly filters: ListState['filters']; readonly onDone: () => void }) {
  const today = useToday(useZone())
  const invalidate = useInvalidate()
  const { channel, days } = chosenIn(filters)
  const channels = useNamedChannels(channel)
  const yesterday = addDays(businessDay(today), -1)
  const first = days.from ?? days.to ?? yesterday
  const known = { channel, firstDay: first, lastDay: days.to ?? (first > yesterday ? first : yesterday) }
  return (
    <CommandDialog
      resource={RUN}
      command="compare"
      records={[]}
      known={known}
      labels={{ 'payments.channel': Object.fromEntries(channels.map(({ id, name }) => [id, name])) }}
      onDone={answer => {
        onDone()
        if (answer) void invalidate(outcome.name)
      }}
    />
  )
}
