import { parseLocalInstant } from '@wattyard/time'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { showInstant } from '../format/time.ts'
import { useZone } from '../ui/shown.tsx'
import type { ControlProps } from './controls.tsx'

const FORMAT = 'YYYY-MM-DD HH:mm:ss'

function shared({ id, disabled, invalid, describedBy }: ControlProps) {
  return {
    id,
    disabled,
    style: { width: '100%' },
    ...(invalid ? { status: 'error' as const } : {}),
    'aria-describedby': describedBy,
  }
}

/** A moment on the zone's clock. Of a wall-clock time that comes twice the earlier is meant, of one that never comes the jump. */
export function InstantControl(props: ControlProps) {
  const zone = useZone()
  const at = typeof props.value === 'number' && props.value >= 0 ? props.value : null
  const change = (text: string): void => {
    const parsed = parseLocalInstant(text, FORMAT, zone)
    if (parsed.kind === 'exact') props.onChange(parsed.at)
    else if (parsed.kind === 'ambiguous') props.onChange(parsed.earlier)
    else if (parsed.kind === 'missing') props.onChange(parsed.gapAt)
    else props.onChange(null)
  }
  return (
    <DatePicker
      {...shared(props)}
      showTime
      format={FORMAT}
      // The picker knows no zones: it is given, and gives back, what the zone's clock shows.
      value={at === null ? null : dayjs(showInstant(at, zone))}
      onChange={next => change(next ? next.format(FORMAT) : '')}
    />
  )
}

/** An accounting day. */
export function DayControl(props: ControlProps) {
  const day = typeof props.value === 'string' && props.value !== '' ? dayjs(props.value) : null
  return (
    <DatePicker
      {...shared(props)}
      value={day}
      onChange={next => props.onChange(next ? next.format('YYYY-MM-DD') : null)}
    />
  )
}
