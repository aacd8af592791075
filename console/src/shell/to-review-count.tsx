import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toReviewQuery } from '../approvals/change-requests/api.ts';
import { formatNumber } from '../language.ts';
import { texts } from './texts.ts';

/** How many change requests wait for the viewer, in the menu. */
export function ToReviewCount() {
  const total = useQuery(toReviewQuery).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Badge size="sm" variant="light" tt="none">
      {formatNumber(total)}
      <VisuallyHidden> {texts.toReview}</VisuallyHidden>
    </Badge>
  );
}
