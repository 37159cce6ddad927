// The table of the `measured:` block.

#include "scenario/measured_block.h"

#include "scenario/schema.h"

static const struct field column_fields[] = {
    TEXT(measured_column, column, REQUIRED, .doc = "column of the data; an empty cell is left out"),
    TEXT(measured_column, of,
         .doc = "column of the series that it is compared with; the same name when left out"),
    {0},
};

static const struct field column_item = {
    .key = "a column", .type = FIELD_MAP, .fields = column_fields, .shorthand = "column"};

const struct field measured_fields[] = {
    TEXT(measured_block, data, REQUIRED, .doc = "CSV file with headings `name [unit]`"),
    TEXT(measured_block, x, REQUIRED,
         .doc = "column of the data and of the series, such as `time`"),
    LIST(measured_block, columns, &column_item, struct measured_column, 1, MEASURED_COLUMNS_MAX,
         REQUIRED, .doc = "what was measured along it, each by its name alone or as a map"),
    VALUE(measured_block, shift, .form = schema_any_quantity,
          .doc = "where the origin of the series lies on the measured axis; 0 when left out"),
    {0},
};
