import type { Language, Translate } from '@wattyard/console-kit'
import { readCron } from '../../contract/cron.ts'
import { type CronDescription, describeCron } from '../../contract/describe-cron.ts'

/** 4 January 1970 was a Sunday. */
const SUNDAY = Date.UTC(1970, 0, 4)
const DAY_MS = 86_400_000
const name = (language: Language, options: Intl.DateTimeFormatOptions, at: number) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at)

function listOf(language: Language, items: readonly (string | number)[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items.map(String))
}

/**
 * Returns the weekday in the form that `platform.cron.weekdays` needs: Spanish uses the plural ("los domingos"), and five of its
 * seven names are plural already.
 */
function weekdayOf(language: Language, day: number): string {
  const word = name(language, { weekday: 'long' }, SUNDAY + day * DAY_MS)
  return language === 'es' && !word.endsWith('s') ? `${word}s` : word
}

function dayText(telling: CronDescription, t: Translate, language: Language): string {
  const weekdays = telling.weekdays.map(day => weekdayOf(language, day))
  const days = telling.days
    ? t(`platform.cron.${telling.days}`, {
        days: listOf(language, telling.monthdays),
        weekdays: listOf(language, weekdays),
      })
    : telling.months.length > 0 || telling.time.key === 'at'
      ? t('platform.cron.daily')
      : ''
  if (telling.months.length === 0) return days
  const months = telling.months.map(month => name(language, { month: 'long' }, Date.UTC(1970, month - 1, 1)))
  return t('platform.cron.inMonths', { days, months: listOf(language, months) })
}

function timeText({ time }: CronDescription, t: Translate, language: Language): string {
  const key = `platform.cron.${time.key}`
  if (time.key === 'everyMinute') return t(key)
  if (time.key === 'everyMinutes') return t(key, { count: time.count })
  if (time.key === 'everyHours') return t(key, { count: time.count, minute: time.minute })
  if (time.key === 'at') return t(key, { times: listOf(language, time.times) })
  const minutes = listOf(language, time.minutes)
  return time.key === 'pastHour' ? t(key, { minutes }) : t(key, { minutes, hours: listOf(language, time.hours) })
}

/** Returns an expression in words: "Every day at 03:40"; null when it cannot be read. */
export function cronText(cron: string, t: Translate, language: Language): string | null {
  const read = readCron(cron)
  if ('fault' in read) return null
  const telling = describeCron(read.cron)
  const days = dayText(telling, t, language)
  const time = timeText(telling, t, language)
  const text = days === '' ? time : t('platform.cron.whole', { days, time })
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}
