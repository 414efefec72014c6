import type { Drawing } from '../../../../shared/charts/drawing.ts'
import { drawSpanTrend } from '../../../../shared/charts/span-trend.ts'
import type { CourseShown } from './shapes.ts'
import { SHEET } from './words.ts'

/** The runs of a quarter; where there is little room, only the first and the last with their numbers. */
export function drawCourse(
  { name, points }: CourseShown,
  place: { width: number; height: number; size: number; isDense?: boolean },
): Drawing {
  return drawSpanTrend(points, { ...place, alt: SHEET.trendAlt(name) })
}

/** A chart of a single run shows nothing more than its gauge. */
export const hasTrend = ({ points }: CourseShown): boolean => points.length > 1
